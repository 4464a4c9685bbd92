import { isHeld, processWords, type RunId, type StatusRow } from "@reprise/model";

/** Identifies a row across reloads. */
export function keyOf({ session, run, thread, agent }: StatusRow): string {
  return session ?? run ?? `${agent}:${thread ?? "unknown"}`;
}

export function isLive({ state }: StatusRow): boolean {
  return isHeld(state);
}

/** Why it cannot be resumed; null if a plan is possible. */
export function whyNotRestore(row: StatusRow): string | null {
  if (isLive(row)) {
    const where = row.owner === null ? "another process" : processWords(row.owner);
    return `It is open in ${where}. v views it; close it there first.`;
  }
  if (row.project !== null) return "It is a round of a project, which continues it.";
  if (row.session === null && row.unsentPrompt === null)
    return "The agent died before it recorded anything: nothing to resume.";
  if (row.session === null) return "The prompt never reached an agent.";
  return null;
}

/** Only our journal knows it, and has its prompt. */
export function hasPrompt(row: StatusRow): row is StatusRow & { run: RunId; unsentPrompt: string } {
  if (row.project !== null) return false;
  return row.session === null && row.run !== null && row.unsentPrompt !== null && !isLive(row);
}
