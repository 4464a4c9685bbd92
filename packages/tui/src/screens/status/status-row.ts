import { processWords, type RunId, type StatusRow } from "@reprise/model";

/** What a row is known by, also after the list was made again. */
export function keyOf({ session, run, thread, agent }: StatusRow): string {
  return session ?? run ?? `${agent}:${thread ?? "unknown"}`;
}

export function isLive({ status }: StatusRow): boolean {
  return status === "live" || status === "running";
}

/** Why it cannot be restored; null when a plan can be made of it. */
export function whyNotRestore(row: StatusRow): string | null {
  if (isLive(row)) {
    const where = row.owner === null ? "in another process" : `in ${processWords(row.owner)}`;
    return `It runs ${where}. Close it there first; V shows it.`;
  }
  if (row.session === null && row.unsentPrompt === null)
    return "The agent died before it recorded anything: nothing to restore.";
  if (row.session === null) return "The prompt never reached an agent.";
  return null;
}

/** Only we know of it, and hold what was asked. */
export function hasPrompt(row: StatusRow): row is StatusRow & { run: RunId; unsentPrompt: string } {
  return row.session === null && row.run !== null && row.unsentPrompt !== null && !isLive(row);
}
