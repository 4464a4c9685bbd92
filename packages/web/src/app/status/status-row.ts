import { processWords, type StatusRow } from "@reprise/model";
import type { Tone } from "../design/tone.ts";

/** Identifies a row across reloads. */
export function keyOf({ session, run, thread, agent }: StatusRow): string {
  return session ?? run ?? `${agent}:${thread ?? "unknown"}`;
}

export function isLive({ status }: StatusRow): boolean {
  return status === "live" || status === "running";
}

/** Why it cannot be restored; null if a plan is possible. */
export function whyNotRestore(row: StatusRow): string | null {
  if (isLive(row)) {
    const where = row.owner === null ? "in another process" : `in ${processWords(row.owner)}`;
    return `It runs ${where}. Close it there first.`;
  }
  if (row.project !== null) return "It is a round of a project, which continues it.";
  if (row.session !== null) return null;
  return row.unsentPrompt === null
    ? "The agent died before it recorded anything: nothing to restore."
    : "The prompt never reached an agent. Copy it into a new session.";
}

export const statusTones: Readonly<Record<StatusRow["status"], Tone>> = {
  ...{ live: "good", running: "good", completed: "plain" },
  ...{ interrupted: "caution", cancelled: "caution", failed: "danger" },
};

/** Rows that a restore of all would take: those a person has not dismissed. */
export function restorable(rows: readonly StatusRow[]): readonly StatusRow[] {
  return rows.filter((row) => !row.isDismissed && whyNotRestore(row) === null);
}
