import type { Activity } from "@reprise/model";
import { Button } from "../../design/index.ts";
import { useAct } from "../use-workbench.ts";
import { useGuard } from "./use-guard.ts";
import { justAppeared } from "./why-not-answer.ts";

/** A question of the restore itself. */
export function RestoreQuestion({ question }: { readonly question: NonNullable<Activity["question"]> }) {
  const act = useAct();
  const guard = useGuard(question.id);
  const whyNot = guard.isReady ? null : justAppeared;
  const decide = (isYes: boolean) => void act({ type: "decide", question: question.id, isYes });
  return (
    <section class="active-request" aria-label="Question">
      <h2>{question.text}</h2>
      <ul class="plain-list">
        {question.rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      <div class="toolbar">
        <Button tone="primary" whyNot={whyNot} onClick={() => decide(true)}>
          Continue
        </Button>
        <Button tone="danger" whyNot={whyNot} onClick={() => decide(false)}>
          Stop here
        </Button>
      </div>
    </section>
  );
}
