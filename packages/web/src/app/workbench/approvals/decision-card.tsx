import { Button } from "../../design/index.ts";
import "./request.css";
import { useGuard } from "./use-guard.ts";
import { justAppeared } from "./why-not-answer.ts";

interface DecisionCardProps {
  readonly id: string;
  readonly text: string;
  readonly rows: readonly string[];
  readonly onDecide: (isYes: boolean) => void;
}

/** A question of a restore: continue, or stop here. */
export function DecisionCard({ id, text, rows, onDecide }: DecisionCardProps) {
  const guard = useGuard(id);
  const whyNot = guard.isReady ? null : justAppeared;
  return (
    <section class="active-request" aria-label="Question">
      <h2>{text}</h2>
      <ul class="plain">
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      <div class="toolbar">
        <Button tone="primary" whyNot={whyNot} onClick={() => onDecide(true)}>
          Continue
        </Button>
        <Button tone="danger" whyNot={whyNot} onClick={() => onDecide(false)}>
          Stop here
        </Button>
      </div>
    </section>
  );
}
