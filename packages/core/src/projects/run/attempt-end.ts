import { type Failure, type RestoreEvent, type RestorePlan, SessionError, widerWords } from "@reprise/model";

/** How one turn of a round ended. */
export type AttemptEnd =
  | { readonly type: "completed" }
  | { readonly type: "stopped" }
  | { readonly type: "failed"; readonly failure: Failure }
  /** Its thread cannot be continued, now or later. */
  | { readonly type: "lost"; readonly reason: string }
  /** Only a person can remove the reason: the round keeps its thread. */
  | { readonly type: "held"; readonly reason: string };

export function attemptEnd(last: RestoreEvent | null): AttemptEnd {
  if (last?.type === "refused") return refusedEnd(last.plan);
  if (last?.type === "busy")
    return {
      type: "held",
      reason: last.owner
        ? `Its thread is open in ${last.owner.program} (process ${last.owner.pid}).`
        : "Another process has its thread open.",
    };
  if (last?.type !== "run-ended") return { type: "stopped" };
  if (last.status === "completed") return { type: "completed" };
  if (last.status === "failed") return { type: "failed", failure: last.failure ?? unknownFailure };
  return { type: "stopped" };
}

type Reason = RestorePlan["refusals"][number]["reason"];

const lostReasons = new Set<Reason>(["thread-missing", "thread-damaged", "no-thread", "not-supported"]);
const passingReasons = new Set<Reason>(["transport", "server", "changed"]);

/** A round is given up only with its thread: whatever else is in the way, such as wider permissions, no new one goes around. */
export function refusedEnd({ refusals, drift }: RestorePlan): AttemptEnd {
  const message = refusals.map(({ detail }) => detail).join(" ");
  const isAll = (reasons: ReadonlySet<Reason>) => refusals.every(({ reason }) => reasons.has(reason));
  if (refusals.some(({ reason }) => reason === "wider-permissions")) {
    const wider = widerWords(drift.filter(({ widens }) => widens));
    return {
      type: "held",
      reason: `It would have wider permissions than before: ${wider}. To allow that, name the sandbox with --sandbox.`,
    };
  }
  if (isAll(lostReasons)) return { type: "lost", reason: message };
  if (isAll(passingReasons)) return { type: "failed", failure: { kind: "transport", message, resetsAt: null } };
  return { type: "held", reason: message };
}

/** Of an error before the agent was started. */
export function errorEnd(error: unknown): AttemptEnd {
  if (!(error instanceof SessionError)) throw error;
  return { type: error.code === "not-found" ? "lost" : "held", reason: error.message };
}

const unknownFailure: Failure = {
  kind: "other",
  message: "The agent failed without a reason.",
  resetsAt: null,
};
