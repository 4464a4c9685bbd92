import { localTime, processWords, type WorkbenchView } from "@reprise/model";
import { lostWords } from "../../shell/connection.ts";

/** The page's own connection to its server. */
export type Link = "connecting" | "open" | "lost";

type Known = Pick<WorkbenchView, "connection" | "saving" | "activity" | "thread">;

export const lockedWords = "The saved session is locked. Unlock it first.";

/** Why nothing at all can be changed now, not even the draft; null if it can. */
export function whyNotChange(view: Known | null, link: Link): string | null {
  if (link === "lost") return lostWords;
  if (view === null) return "The workbench is loading.";
  const { saving } = view;
  if (saving.state === "read-only") return readOnlyWords(saving);
  return saving.state === "locked" ? lockedWords : null;
}

/** Why the agent cannot be given anything now; null if it can. */
export function whyNotAct(view: Known | null, link: Link): string | null {
  const problem = whyNotChange(view, link);
  if (problem !== null || view === null) return problem;
  const { connection, activity } = view;
  if (activity.isWatched) return "Another process has this run. It can only be watched here.";
  switch (connection.state) {
    case "live":
      return null;
    case "degraded":
      return connection.detail ?? "The agent cannot be reached.";
    case "connecting":
      return "The agent is starting.";
    case "reconciling":
      return "The saved state is being compared with the workspace.";
    case "cold":
    case "stale":
      return view.thread === null ? null : "This is the saved state. The agent has not started yet.";
  }
}

/** Why files cannot be changed now. Needs no agent: only the saved state must have been compared with the workspace. */
export function whyNotWrite(view: Known | null, link: Link): string | null {
  const problem = whyNotChange(view, link);
  if (problem !== null || view === null) return problem;
  const { state } = view.connection;
  return state === "live" || state === "degraded"
    ? null
    : "This is the saved state. It is compared with the workspace first.";
}

export function readOnlyWords({ owner, detail }: WorkbenchView["saving"]): string {
  if (owner === null) return detail ?? "Another process has this workspace.";
  return `${processWords(owner)} has this workspace open. Close it there to act here.`;
}

/** The cause says that it is tried again, and what to do. */
export function failingWords({ detail, savedAt }: WorkbenchView["saving"]): string {
  const last = savedAt === null ? "" : ` Last saved ${localTime(savedAt)}.`;
  return `${detail ?? "Saving fails, and is tried again."}${last}`;
}

/** Everything shown may have changed since. */
export function isStale(view: Known | null, link: Link): boolean {
  if (view === null) return false;
  const { state } = view.connection;
  return link === "lost" || !(state === "live" || state === "degraded");
}
