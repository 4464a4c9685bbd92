import { recapIn } from "@reprise/model";
import { count } from "../../text/count.ts";
import type { State } from "./state.ts";

/** Something the person may agree to before it starts. */
interface Question {
  readonly kind: "approvals" | "account" | "step";
  readonly text: string;
  readonly isAgreed: boolean;
}

export function questionsOf(state: State): Question[] {
  const { plan } = state.subject;
  if (plan === null || plan.mode === null || plan.mode === "handoff") return [];
  const questions: Question[] = [];
  const { approvals, mode } = plan;
  if (approvals.length > 0) {
    const verb = mode === "resume" ? "Apply" : "Carry";
    const text = `${verb} ${count(approvals.length, "approval")} ${mode === "resume" ? "again" : "over"}`;
    questions.push({ kind: "approvals", text, isAgreed: state.reappliesApprovals });
  }
  if (recapIn(plan) !== null) {
    const text = "Tell the agent what was left unfinished";
    questions.push({ kind: "account", text, isAgreed: state.tellsAccount });
  }
  if (mode === "replay")
    questions.push({
      kind: "step",
      text: "Step by step (P): Enter before each segment",
      isAgreed: state.isStepwise,
    });
  return questions;
}

/** The other answer to the question. */
export function answered(state: State, kind: Question["kind"]): State {
  switch (kind) {
    case "approvals":
      return { ...state, reappliesApprovals: !state.reappliesApprovals };
    case "account":
      return { ...state, tellsAccount: !state.tellsAccount };
    case "step":
      return { ...state, isStepwise: !state.isStepwise };
  }
}
