import type { Answers, RestorePlan } from "@reprise/model";
import { Check } from "../design/index.ts";
import { answersTo, questionsOf } from "./consents.ts";

interface ConsentListProps {
  readonly plan: RestorePlan;
  /** What the person changed. */
  readonly agreed: Answers;
  readonly allowsWider: boolean;
  readonly onAgree: (change: Answers) => void;
  readonly onWider: (allowsWider: boolean) => void;
}

/** What the person may agree to before the start. */
export function ConsentList({ plan, agreed, allowsWider, onAgree, onWider }: ConsentListProps) {
  const questions = questionsOf(plan);
  if (questions.length === 0) return null;
  const answers = answersTo(plan, agreed);
  return (
    <fieldset class="consents">
      <legend class="visually-hidden">Your consent</legend>
      {questions.map(({ kind, text, tone }) => (
        <Check
          key={kind}
          isOn={kind === "wider" ? allowsWider : answers[kind] === true}
          onChange={(isOn) => (kind === "wider" ? onWider(isOn) : onAgree({ [kind]: isOn }))}
        >
          <span class={`tone-${tone}`}>{text}</span>
        </Check>
      ))}
    </fieldset>
  );
}
