import type { Failure, RoundOutcome, Timestamp } from "@reprise/model";

/** What follows a failed turn. */
export type NextAttempt =
  | { readonly type: "retry"; readonly attempt: number; readonly waitMs: number }
  | { readonly type: "park"; readonly until: Timestamp }
  /** The round ends; a fresh one may do better. */
  | { readonly type: "finish"; readonly outcome: RoundOutcome; readonly allowsNext: boolean }
  /** The round keeps its thread and is left to be resumed: only a person can remove the reason. */
  | { readonly type: "leave"; readonly reason: string };

/** In a row, without anything done in between. */
export const mostAttempts = 10;

/** A server that always fails after a first step must not be paid without end. */
export const mostFailures = 50;

/** Turns of a round that failed, this one included. */
export interface FailureCount {
  readonly inARow: number;
  readonly inRound: number;
}

/** Waits 0, 1, 2, 4, … seconds; at a limit, until it is lifted. */
export function nextAttempt(failure: Failure, count: FailureCount, now: Timestamp): NextAttempt {
  switch (failure.kind) {
    case "limit":
      // A time that is over, or that the agent moves on and on, must not make it ask without end.
      if (failure.resetsAt !== null && failure.resetsAt > now && count.inARow <= mostAttempts)
        return { type: "park", until: failure.resetsAt };
      return retry(failure, count);
    case "transport":
    case "server":
      return retry(failure, count);
    case "context-full":
      return { type: "finish", outcome: failed(failure), allowsNext: true };
    case "authentication":
    case "busy":
    case "agent-missing":
    case "agent-outdated":
      return { type: "leave", reason: failure.message };
    default:
      return { type: "finish", outcome: failed(failure), allowsNext: false };
  }
}

function retry(failure: Failure, { inARow, inRound }: FailureCount): NextAttempt {
  if (inARow > mostAttempts)
    return { type: "leave", reason: `Tried ${mostAttempts} times in a row. ${failure.message}` };
  if (inRound > mostFailures)
    return { type: "leave", reason: `Failed ${mostFailures} times in this round. ${failure.message}` };
  const waitMs = inARow === 1 ? 0 : 1000 * 2 ** (inARow - 2);
  return { type: "retry", attempt: inARow, waitMs };
}

function failed({ message }: Failure): RoundOutcome {
  return { type: "task_failed", message };
}
