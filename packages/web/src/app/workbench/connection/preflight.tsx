import {
  asTimestamp,
  type Consent,
  consentFrom,
  firstAnswers,
  type PlanSection,
  planSections,
  planTitle,
  type RestorePlan,
  type Timestamp,
  ticksIn,
} from "@reprise/model";
import { useState } from "preact/hooks";
import { Button, Check } from "../../design/index.ts";
import { useAgentTitle } from "../agent-title.ts";
import { useGuard } from "../approvals/use-guard.ts";
import { justAppeared } from "../approvals/why-not-answer.ts";
import { useSummary } from "../use-summary.ts";
import { useAct, usePart, useWorkbench } from "../use-workbench.ts";
import { mustBeRead, needsDetails, planSummary } from "./plan-summary.ts";

type Shown = Pick<PlanSection, "title" | "rows">;

interface PreflightProps {
  readonly plan: RestorePlan;
  /** Null: it cannot be carried out. */
  readonly id: string | null;
  /** Why the person is asked. */
  readonly reason: string | null;
}

/** What a resume would do, with what needs the person's consent: to this plan, and to no later one. Its foot is always in view. */
export function Preflight({ plan, id, reason }: PreflightProps) {
  const { store } = useWorkbench();
  const act = useAct();
  const agent = useAgentTitle();
  const lastAt = usePart("entries")?.findLast(({ at }) => at !== null)?.at ?? null;
  const [now] = useState(() => asTimestamp(Date.now()) as Timestamp);
  const [answers, setAnswers] = useState(() => firstAnswers(plan));
  const [isOpen, setIsOpen] = useState(() => needsDetails(plan));
  const unfolded = mustBeRead(plan);
  const consent = consentFrom(plan, answers, { canAnswer: true, stays: true });
  const title = useSummary(plan.session)?.title ?? null;
  const guard = useGuard(id ?? "");
  const whyNot = guard.isReady ? whyNotResume(plan, consent) : justAppeared;
  return (
    <section class="card preflight" aria-label="Before it continues">
      <div class="preflight-summary">
        {planSummary(plan, { agent, lastAt, reason, now }).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {(isOpen || unfolded.length > 0) && (
        <div class="preflight-details">
          {isOpen && <h3 title={plan.session}>{planTitle(plan, title)}</h3>}
          {(isOpen ? planSections(plan) : unfolded).map((section) => (
            <PlanSectionRows key={section.title} section={section} />
          ))}
        </div>
      )}
      <div class="preflight-foot">
        {ticksIn(plan).map(({ kind, text }) => (
          <Check key={kind} isOn={answers[kind] === true} onChange={(isOn) => setAnswers({ ...answers, [kind]: isOn })}>
            {text}
          </Check>
        ))}
        <div class="toolbar">
          <Button
            tone="primary"
            whyNot={store.whyNotChange.value ?? whyNot}
            onClick={() => consent !== null && void act({ type: "consent", plan: id ?? "", consent })}
          >
            Resume
          </Button>
          <Button isExpanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Details
          </Button>
          {plan.drift.length > 0 && (
            <Button whyNot={store.whyNotChange.value} onClick={() => void act({ type: "connect" })}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/** Why the plan cannot be carried out as ticked; null if it can. Wider permissions have no plan here: its refusal says how. */
function whyNotResume({ mode }: RestorePlan, consent: Consent | null): string | null {
  if (mode === null || mode === "handoff") return "The session cannot be continued in its thread.";
  return consent === null ? "It costs money. Agree to that first." : null;
}

function PlanSectionRows({ section: { title, rows } }: { readonly section: Shown }) {
  return (
    <div class="plan-section">
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
  );
}
