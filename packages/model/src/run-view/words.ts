import { processWords } from "../plan-words/row.ts";
import type { Drift, RestoreEvent, RestorePlan } from "../restore.ts";
import type { Decision, Failure, Request, RunStatus } from "../run.ts";
import type { Owner } from "../session.ts";
import { zonedTime } from "../text/clock.ts";
import { count } from "../text/count.ts";
import { exactLine } from "../text/exact-text.ts";
import { safeLine } from "../text/safe-text.ts";
import { decisionWords } from "../words/decision-words.ts";

// Run events in words: each outcome has one wording on every face.

export const checkingWords = "Checking server connection…";

/** With the time a limit ends. */
export function failureWords({ message, resetsAt }: Failure): string {
  return resetsAt === null ? message : `${message} Parked until ${zonedTime(resetsAt)}.`;
}

/** `hasRunning`: agents stop listening to a command; whether it stops depends on the command. */
export function turnEndWords(
  { state, failure }: Pick<RestoreEvent & { type: "turn-ended" }, "state" | "failure">,
  { hasRunning }: { readonly hasRunning: boolean },
): string {
  if (failure !== null) return `Turn failed: ${failureWords(failure)}`;
  return state === "interrupted" && hasRunning
    ? "Turn interrupted. Work it had started may still be running."
    : `Turn ${state}.`;
}

export function runEndWords(status: RunStatus, failure: Failure | null, what: "Run" | "Replay" = "Run"): string {
  return failure === null ? `${what} ${status}.` : `${what} ${status}: ${failureWords(failure)}`;
}

/** Why the agent does not continue the session. */
export function refusalWords({ refusals }: RestorePlan): string {
  return refusals.at(-1)?.detail ?? "The agent refused.";
}

/** The remedy depends on the face. */
export function busyWords(owner: Owner | null, session = "The session"): string {
  const who = owner === null ? "another process" : processWords(owner);
  return `${session} is open in ${who}. Close it there, then`;
}

export const driftHead = "Settings differ from what was recorded";

export function driftWords(drift: readonly Drift[]): string {
  const settings = drift.map(({ subject, now }) => `${exactLine(subject)} is ${exactLine(now ?? "unknown")}`);
  return `${driftHead}: ${settings.join(", ")}.`;
}

/** A request of a process that died: it can no longer be answered. */
export function unresolvedWords({ subject }: Pick<Request, "subject">): string {
  return `unresolved: ${exactLine(subject)} — asked by a process that died; the agent asks again if it still needs to`;
}

const mine: Readonly<Record<Decision, string>> = {
  once: "you allowed it once",
  session: "you allowed it for this session",
  always: "you allowed it always",
  decline: "you declined it",
  cancel: "you declined it and stopped the turn",
};

/** The outcome of a request. */
export function resolutionWords(
  { decision, by }: Pick<RestoreEvent & { type: "request-resolved" }, "decision" | "by">,
  request: Pick<Request, "kind"> | null,
): string {
  if (by === "person" && decision !== null)
    return decision === "once" && request?.kind === "question" ? "you answered" : mine[decision];
  const words = decision === null ? "withdrawn" : decisionWords[decision];
  const who = {
    person: "",
    kept: " (saved approval)",
    log: " (approval that only the agent's log claims)",
    policy: " (nobody was there to answer)",
    agent: " (by the agent)",
  };
  return words + who[by];
}

/** The conversation item for an outcome; the request itself was shown in full when asked. */
export function resolutionItem(event: Parameters<typeof resolutionWords>[0], request: Request | null) {
  const [first = "", ...rest] = (request?.subject ?? "a request").split("\n");
  const subject = rest.length === 0 ? first : `${first} … (${count(rest.length + 1, "line")})`;
  return { kind: "approval", subject, decision: resolutionWords(event, request) } as const;
}

/** From 0 to 1. */
export function restoredShare({ doneCount, totalCount }: { doneCount: number; totalCount: number }): number {
  return totalCount <= 0 ? 1 : Math.max(0, Math.min(1, doneCount / totalCount));
}

export function restoredWords(event: Omit<RestoreEvent & { type: "restored" }, "type" | "thread" | "from">): string {
  const { via, itemCount, segmentCount, sentTokens } = event;
  const session = exactLine(event.session);
  if (via === "fork") return `Forked as ${session}, by the agent itself.`;
  const sent = sentTokens === 0 ? "nothing sent to a model" : `${count(sentTokens, "token")} sent to a model`;
  return `Replayed as ${session}: ${count(itemCount, "item")} in ${count(segmentCount, "segment")}, ${sent}.`;
}

export function restoreCancelledWords(progress: { doneCount: number; totalCount: number }): string {
  return `Replay cancelled after ${progress.doneCount} of ${count(progress.totalCount, "segment")}.`;
}

/** Follows discarded text that cannot be removed from the screen. */
export const droppedWords = "Discarded: the agent asks the model again.";

export function incompleteWords(what: "reply" | "output"): string {
  return `The ${what} above was incomplete. The whole ${what}:`;
}

/** Remedies by system error code. */
const remedies: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ["the disk is full", "Free some space"],
  EDQUOT: ["the disk quota is used up", "Free some space"],
  EROFS: ["the disk is read-only", "Make it writable"],
  EACCES: ["the folder may not be written to", "Give back the right to write there"],
  EPERM: ["the folder may not be written to", "Give back the right to write there"],
  ENOENT: ["the folder is gone", "Put it back"],
  ENOTDIR: ["a file is where the folder should be", "Move it away"],
  EEXIST: ["a file is where the folder should be", "Move it away"],
  EIO: ["the disk fails", "Check it"],
};

export const healthAgain = "The journal of this run is written again.";

/** Why our journal of the run cannot be written, and what to do; the system's message last. */
export function healthWords(problem: string): string {
  const code = /^[A-Z]+(?=:)/.exec(problem)?.[0] ?? "";
  const [cause, remedy] = remedies[code] ?? ["see below", "Fix that"];
  return `The journal of this run is not written: ${cause}. ${remedy}; the run continues, and its events wait in memory until then. (${safeLine(problem)})`;
}

/** The run is over, and its end was not recorded. */
export function healthAtEnd(problem: string): string {
  return `The end of this run is missing in its journal, and approvals given in it may be: it could not be written. The agent's own log is not affected. (${safeLine(problem)})`;
}
