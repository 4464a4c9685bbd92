import { isHeld, processWords, type StatusRow } from "@reprise/model";

/** Identifies a row across reloads. */
export function keyOf({ session, run, thread, agent }: StatusRow): string {
  return session ?? run ?? `${agent}:${thread ?? "unknown"}`;
}

export function isLive({ state }: StatusRow): boolean {
  return isHeld(state);
}

/** Why it cannot be restored; null if a plan is possible. */
export function whyNotRestore(row: StatusRow): string | null {
  if (isLive(row)) {
    const where = row.owner === null ? "in another process" : `in ${processWords(row.owner)}`;
    if (row.state === "waiting")
      return row.owner?.program === "reprise open" ? null : `It is waiting for your answer ${where}.`;
    return `It runs ${where}. Close it there first.`;
  }
  if (row.project !== null) return "It is a round of a project, which continues it.";
  if (row.session !== null) return null;
  return row.unsentPrompt === null
    ? "The agent died before it recorded anything: nothing to restore."
    : "The prompt never reached an agent. Copy it into a new session.";
}
