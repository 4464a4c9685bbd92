import type { Activity } from "@reprise/model";
import { useAct } from "../use-workbench.ts";
import { DecisionCard } from "./decision-card.tsx";

/** A question of the restore itself. */
export function RestoreQuestion({ question }: { readonly question: NonNullable<Activity["question"]> }) {
  const act = useAct();
  return (
    <DecisionCard {...question} onDecide={(isYes) => void act({ type: "decide", question: question.id, isYes })} />
  );
}
