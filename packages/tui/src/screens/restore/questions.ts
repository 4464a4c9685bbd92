import { recapIn, recapWords, reuseWords } from "@reprise/model";
import type { State } from "./state.ts";

/** A consent the user may give before the start. */
interface Question {
  readonly kind: "approvals" | "recap" | "step";
  readonly text: string;
  readonly isAgreed: boolean;
}

export function questionsOf(state: State): Question[] {
  const { plan } = state.subject;
  if (plan === null || plan.mode === null || plan.mode === "handoff") return [];
  const questions: Question[] = [];
  const { approvals, mode } = plan;
  if (approvals.length > 0)
    questions.push({ kind: "approvals", text: reuseWords(approvals), isAgreed: state.reappliesApprovals });
  if (recapIn(plan) !== null) questions.push({ kind: "recap", text: recapWords, isAgreed: state.sendsRecap });
  if (mode === "replay")
    questions.push({
      kind: "step",
      text: "Ask before each segment (p)",
      isAgreed: state.isStepwise,
    });
  return questions;
}

/** Toggles the answer. */
export function answered(state: State, kind: Question["kind"]): State {
  switch (kind) {
    case "approvals":
      return { ...state, reappliesApprovals: !state.reappliesApprovals };
    case "recap":
      return { ...state, sendsRecap: !state.sendsRecap };
    case "step":
      return { ...state, isStepwise: !state.isStepwise };
  }
}
