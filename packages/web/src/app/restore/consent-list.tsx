import type { RestorePlan } from "@reprise/model";
import { Check } from "../design/index.ts";
import { type Agreed, questionsOf } from "./consents.ts";

interface ConsentListProps {
  readonly plan: RestorePlan;
  readonly agreed: Agreed;
  readonly allowsWider: boolean;
  readonly onAgree: (change: Partial<Agreed>) => void;
  readonly onWider: (allowsWider: boolean) => void;
}

/** What the person may agree to before the start. */
export function ConsentList({ plan, agreed, allowsWider, onAgree, onWider }: ConsentListProps) {
  const questions = questionsOf(plan);
  if (questions.length === 0) return null;
  return (
    <fieldset class="consents">
      <legend class="visually-hidden">Your consent</legend>
      {questions.map(({ kind, text, tone }) => (
        <Check
          key={kind}
          isOn={kind === "wider" ? allowsWider : agreed[kind]}
          onChange={(isOn) => (kind === "wider" ? onWider(isOn) : onAgree({ [kind]: isOn }))}
        >
          <span class={`tone-${tone}`}>{text}</span>
        </Check>
      ))}
    </fieldset>
  );
}
