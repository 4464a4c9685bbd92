import {
  type PlanRow,
  type PlanSection,
  planSections,
  type RestorePlan,
  type SessionSummary,
  traitsOf,
} from "@reprise/model";
import { usePage } from "../shell/page.ts";

interface PlanViewProps {
  readonly plan: RestorePlan;
  readonly session: SessionSummary;
}

/** Everything the restore will do, before it starts. */
export function PlanView({ plan, session }: PlanViewProps) {
  const { here } = usePage();
  const { asks } = traitsOf(here.agents, plan.target);
  const sections = planSections(plan, { turnCount: session.turnCount, named: session.id, asks });
  // A brief starts a new session with the current settings.
  const shown = plan.mode === "handoff" ? sections.filter(({ id }) => id !== "settings") : sections;
  return (
    <div class="plan">
      {shown.map((section) => (
        <PlanSectionView key={section.id} section={section} />
      ))}
    </div>
  );
}

function PlanSectionView({ section: { id, title, rows } }: { readonly section: PlanSection }) {
  if (id === "facts")
    return (
      <dl class="facts plan-facts">
        {rows.map((row) => [
          <dt key={`${row.label}?`}>{row.label}</dt>,
          <dd key={row.label} class={`tone-${row.tone}`}>
            {row.text}
          </dd>,
        ])}
      </dl>
    );
  return (
    <section class="plan-section" data-id={id}>
      <h2>{title}</h2>
      {rows.some(({ isQuoted }) => isQuoted === true) ? <Quoted rows={rows} /> : <Rows rows={rows} />}
    </section>
  );
}

function Rows({ rows }: { readonly rows: readonly PlanRow[] }) {
  return (
    <ul class="plain">
      {rows.map(({ text, tone }, index) => (
        <li key={`${index} ${text}`} class={`tone-${tone}`}>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Sent or shown line by line as it is. */
function Quoted({ rows }: { readonly rows: readonly PlanRow[] }) {
  return <div class="quoted plain-text">{rows.map(({ text }) => text).join("\n")}</div>;
}
