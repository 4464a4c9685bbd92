import { type ConsentKind, questionsIn } from "@reprise/model";
import type { State } from "./state.ts";

/** A consent the user may give before the start; the plan, with what changed and what it costs, is agreed to by Enter. */
interface Question {
  readonly kind: Ticked;
  readonly text: string;
  readonly isAgreed: boolean;
}

type Ticked = Extract<ConsentKind, "approvals" | "log-approvals" | "recap" | "steps">;

const fields = {
  approvals: "reappliesApprovals",
  "log-approvals": "trustsLog",
  recap: "sendsRecap",
  steps: "isStepwise",
} as const satisfies Record<Ticked, keyof State>;

export function questionsOf(state: State): Question[] {
  const { plan } = state.subject;
  if (plan === null) return [];
  return questionsIn(plan).flatMap(({ kind, text }) =>
    isTicked(kind) ? [{ kind, text: kind === "steps" ? `${text} (p)` : text, isAgreed: state[fields[kind]] }] : [],
  );
}

function isTicked(kind: ConsentKind): kind is Ticked {
  return kind in fields;
}

/** Toggles the answer. */
export function answered(state: State, kind: Ticked): State {
  return { ...state, [fields[kind]]: !state[fields[kind]] };
}
