import type { Agent, Ailment } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { RolloutRef } from "../reading/source.ts";

/** Finds what makes a session fail when it is sent to a model again. */
export interface AilmentScan {
  readonly agent: Agent;
  /**
   * Ailments of the rollout and its predecessors, in file order; only of what would be sent, not of compacted, rewound or abandoned parts.
   * Read-only, in bounded memory; never throws on any bytes.
   */
  scan(rollout: RolloutRef, host: Host): AsyncIterable<Ailment>;
}
