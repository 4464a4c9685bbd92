import {
  type Answers,
  type Consent,
  type ConsentKind,
  consentFrom,
  costOf,
  firstAnswers,
  isExpectedToFail,
  needsWider,
  type RestorePlan,
  recordedWords,
  ticksIn,
  widerWords,
} from "@reprise/model";

/** A tick. What changed since is shown with the plan, and agreed to by starting it. */
export interface Question {
  readonly kind: ConsentKind | "wider";
  readonly text: string;
  readonly tone: "plain" | "caution" | "danger";
}

const cautious: readonly ConsentKind[] = ["cost", "log-approvals"];

/** In the order they are asked; each only where the plan needs it. */
export function questionsOf(plan: RestorePlan): readonly Question[] {
  const questions: Question[] = [];
  if (needsWider(plan))
    questions.push({ kind: "wider", text: `Allow wider permissions: ${widerText(plan)}`, tone: "danger" });
  else if (plan.mode !== "handoff" && plan.narrowed.length > 0) {
    const text = `Use the recorded, wider permissions: ${recordedWords(plan.narrowed)}`;
    questions.push({ kind: "wider", text, tone: "caution" });
  }
  for (const { kind, text } of ticksIn(plan))
    questions.push({ kind, text, tone: cautious.includes(kind) ? "caution" : "plain" });
  return questions;
}

/** What is ticked: at first nothing that widens, costs or reuses an approval. */
export function answersTo(plan: RestorePlan, ticked: Answers): Answers {
  return { ...firstAnswers(plan), ...ticked };
}

function widerText(plan: RestorePlan): string {
  const words = widerWords(plan.drift);
  return words === "" ? "as the refusal above says" : words;
}

/** Why the plan cannot start; null if it can. */
export function whyNotStart(plan: RestorePlan | null, agreed: Answers, allowsWider: boolean): string | null {
  if (plan === null) return "There is no plan yet.";
  if (needsWider(plan) && !allowsWider)
    return "It would permit more than before. Allow that first, or choose another way.";
  if (plan.mode === null) return "This is not possible, as shown above. Choose another way.";
  if (costOf(plan) !== null && !agreed.cost) return "It costs money. Agree to that first.";
  return null;
}

/** Appears as a surprise where something else was: not started by a click meant for that. */
export function isGrave(plan: RestorePlan): boolean {
  return costOf(plan) !== null || needsWider(plan) || isExpectedToFail(plan);
}

/** Null: it needs a yes that was not given. */
export function consentOf(
  plan: RestorePlan,
  ticked: Answers,
  { allowsWider, stays }: { readonly allowsWider: boolean; readonly stays: boolean },
): Consent | null {
  return consentFrom(plan, answersTo(plan, ticked), { allowsWider, canAnswer: true, stays });
}
