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

/** `failedInARow`: this failure included. Waits 0, 1, 2, 4, … seconds; at a limit, until it is lifted. */
export function nextAttempt(failure: Failure, failedInARow: number, now: Timestamp): NextAttempt {
  switch (failure.kind) {
    case "limit":
      // A time that is over, or that the agent moves on and on, must not make it ask without end.
      if (failure.resetsAt !== null && failure.resetsAt > now && failedInARow <= mostAttempts)
        return { type: "park", until: failure.resetsAt };
      return retry(failure, failedInARow);
    case "transport":
    case "server":
      return retry(failure, failedInARow);
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

function retry(failure: Failure, failedInARow: number): NextAttempt {
  if (failedInARow > mostAttempts)
    return { type: "leave", reason: `Tried ${mostAttempts} times in a row. ${failure.message}` };
  const waitMs = failedInARow === 1 ? 0 : 1000 * 2 ** (failedInARow - 2);
  return { type: "retry", attempt: failedInARow, waitMs };
}

function failed({ message }: Failure): RoundOutcome {
  return { type: "task_failed", message };
}
