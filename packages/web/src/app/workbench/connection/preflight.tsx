import {
  approvalsIn,
  planSections,
  planTitle,
  type RestorePlan,
  recapIn,
  recapWords,
  reuseWords,
} from "@reprise/model";
import { useState } from "preact/hooks";
import { Button, Check } from "../../design/index.ts";
import { useGuard } from "../approvals/use-guard.ts";
import { justAppeared } from "../approvals/why-not-answer.ts";
import { useAct, useWorkbench } from "../use-workbench.ts";
import { consentFor, firstTicks, isWider, whyNotResume } from "./consent-for.ts";

interface PreflightProps {
  readonly plan: RestorePlan;
  /** Null: it cannot be carried out. */
  readonly id: string | null;
}

/** What a resume would do, with what needs the person's consent: to this plan, and to no later one. */
export function Preflight({ plan, id }: PreflightProps) {
  const { store } = useWorkbench();
  const act = useAct();
  const [ticks, setTicks] = useState(() => firstTicks(plan));
  const approvals = approvalsIn(plan);
  const consent = consentFor(plan, ticks);
  const guard = useGuard(id ?? "");
  const whyNot = guard.isReady ? whyNotResume(plan, ticks) : justAppeared;
  return (
    <section class="card preflight" aria-label="Before it continues">
      <h3>{planTitle(plan)}</h3>
      {planSections(plan).map(({ id, title, rows }) => (
        <div key={id} class="plan-section">
          {title !== "" && <h4>{title}</h4>}
          <ul class="plain-list">
            {rows.map(({ label, text, tone, isQuoted }, index) => (
              <li key={index} data-tone={tone} class={isQuoted ? "quoted" : undefined}>
                {label !== null && <b>{label}: </b>}
                {text}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {approvals.length > 0 && (
        <Check
          isOn={ticks.reusesApprovals}
          onChange={(reusesApprovals) => setTicks({ ...ticks, reusesApprovals })}
        >
          {reuseWords(approvals)}
        </Check>
      )}
      {recapIn(plan) !== null && (
        <Check isOn={ticks.sendsRecap} onChange={(sendsRecap) => setTicks({ ...ticks, sendsRecap })}>
          {recapWords}
        </Check>
      )}
      {isWider(plan) && (
        <Check isOn={ticks.allowsWider} onChange={(allowsWider) => setTicks({ ...ticks, allowsWider })}>
          Permit more than before
        </Check>
      )}
      <div class="toolbar">
        <Button
          tone="primary"
          whyNot={store.whyNotChange.value ?? whyNot}
          onClick={() => void act({ type: "consent", plan: id ?? "", consent })}
        >
          Resume
        </Button>
      </div>
    </section>
  );
}
