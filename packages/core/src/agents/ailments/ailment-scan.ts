import type { Agent, Ailment } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { RolloutRef } from "../reading/source.ts";

/** Looks for what makes a session fail when it is sent to a model again. */
export interface AilmentScan {
  readonly agent: Agent;
  /**
   * Of the rollout and of what it continues, in the order in which it stands there. Told is what would be sent: not what
   * was compacted away, taken back or left behind. Reads only, in bounded memory; never throws on any bytes.
   */
  scan(rollout: RolloutRef, host: Host): AsyncIterable<Ailment>;
}
