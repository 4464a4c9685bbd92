import type { Lineage, SessionId } from "@reprise/model";
import { addLineage } from "../journal/lineage.ts";
import type { RunEnvironment } from "./open-run.ts";

const retryMs = 1000;

/**
 * Notes that we started a session, and what it came from. A disk that refuses stops nothing: it is tried again as long as this process lives, and
 * the journal of the run, whose health is told, holds it too.
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
