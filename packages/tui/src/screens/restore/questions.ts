import { type ConsentKind, consentRules, questionsIn } from "@reprise/model";
import type { State } from "./state.ts";

/** A consent the user may give before the start; the plan, with what changed and what it costs, is agreed to by Enter. */
interface Question {
  readonly kind: ConsentKind;
  readonly text: string;
  readonly isAgreed: boolean;
}

export function questionsOf(state: State): Question[] {
  const { plan } = state.subject;
  const asked = plan === null ? [] : questionsIn(plan).filter(({ no }) => no === "continues");
  return asked.map(({ kind, text }) => {
    return { kind, text: kind === "steps" ? `${text} (p)` : text, isAgreed: isAgreed(state, kind) };
  });
}

function isAgreed({ answers }: State, kind: ConsentKind): boolean {
  return answers[kind] ?? consentRules[kind].atFirst;
}

/** Toggles the answer. */
export function answered(state: State, kind: ConsentKind): State {
  return { ...state, answers: { ...state.answers, [kind]: !isAgreed(state, kind) } };
}
