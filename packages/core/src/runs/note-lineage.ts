import type { Lineage, SessionId } from "@reprise/model";
import { addLineage } from "../journal/lineage.ts";
import type { RunEnvironment } from "./open-run.ts";

const retryMs = 1000;

/**
 * A disk error stops nothing: it is retried while this process lives, and the run's journal, whose health is reported, has it
 * too.
 */
export function noteLineage(
  session: SessionId,
  lineage: Lineage | null,
  place: Pick<RunEnvironment, "stateFolder" | "host">,
): void {
  try {
    addLineage(place.stateFolder, session, lineage, place.host);
  } catch {
    setTimeout(() => noteLineage(session, lineage, place), retryMs).unref();
  }
}
