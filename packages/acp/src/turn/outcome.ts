import type { PromptResponse } from "@agentclientprotocol/sdk";
import {
  busyWords,
  type Failure,
  type Owner,
  type RestoreEvent,
  type RestorePlan,
  type RunStatus,
  refusalWords,
} from "@reprise/model";
import { failureError, refused } from "../errors.ts";

export interface TurnOutcome {
  readonly status: RunStatus | "refused" | "busy";
  readonly failure: Failure | null;
  /** After a refusal: the plan of the next mode. */
  readonly refused: RestorePlan | null;
  /** The process that has a busy session open. */
  readonly owner: Owner | null;
}

export const noOutcome: TurnOutcome = { status: "running", failure: null, refused: null, owner: null };
export const cancelledOutcome: TurnOutcome = { ...noOutcome, status: "cancelled" };

export function outcomeAfter(outcome: TurnOutcome, event: RestoreEvent): TurnOutcome {
  switch (event.type) {
    case "turn-ended":
      return { ...outcome, failure: event.failure };
    case "run-ended":
      return { ...outcome, status: event.status, failure: event.failure ?? outcome.failure };
    case "restore-cancelled":
      return { ...outcome, status: "cancelled" };
    case "refused":
      return { ...outcome, status: "refused", refused: event.plan };
    case "busy":
      return { ...outcome, status: "busy", owner: event.owner };
    default:
      return outcome;
  }
}

/** Throws what an editor should show as an error. */
export function responseOf(
  { status, failure, refused: plan, owner }: TurnOutcome,
  { session, wasCancelled }: { readonly session: string; readonly wasCancelled: boolean },
): PromptResponse {
  if (wasCancelled || status === "cancelled") return { stopReason: "cancelled" };
  if (status === "completed") return { stopReason: "end_turn" };
  if (status === "busy") throw refused(`${busyWords(owner, session)} send the prompt again.`);
  if (status === "refused") throw refused(plan === null ? "The agent refused." : refusalWords(plan));
  if (failure?.kind === "context-full") return { stopReason: "max_tokens" };
  if (failure !== null) throw failureError(failure);
  throw refused("The turn was interrupted. Send another prompt to continue.");
}

/** An agent that did not start says why in the error itself. */
export function failureIn(error: unknown): Failure | null {
  const failure = (error as { failure?: Partial<Failure> } | null)?.failure;
  if (!(error instanceof Error) || typeof failure?.kind !== "string") return null;
  return {
    kind: failure.kind,
    message: failure.message ?? error.message,
    resetsAt: failure.resetsAt ?? null,
  };
}
