import type { AnswerGuard, Decision } from "@reprise/model";
import { isRefusal } from "./decision-labels.ts";
import type { Seen } from "./seen.ts";

export const justAppeared = "Wait a moment: this has just appeared.";

/** Why a decision cannot be given yet; null if it can. A refusal needs no reading. */
export function whyNotAnswer(decision: Decision, guard: AnswerGuard, seen: Seen): string | null {
  if (!guard.isReady) return justAppeared;
  if (isRefusal(decision) || seen.isWhole) return null;
  return "Scroll through all of it first. Nothing is allowed before you have seen it all.";
}
