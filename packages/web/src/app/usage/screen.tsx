import { type Agent, count, localZoneName, type Usage } from "@reprise/model";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Banner, Empty, Segmented, Select, Spinner } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { useTitle } from "../shell/use-title.ts";
import { Chart } from "./chart.tsx";
import { dailySeries, hasFigures } from "./daily-series.ts";
import { DayTable } from "./day-table.tsx";
import { type Measure, measures } from "./measures.ts";
import { SessionTable } from "./session-table.tsx";
import { Totals } from "./totals.tsx";
import "./usage.css";

const periods = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "all", label: "Everything" },
] as const;
type Period = (typeof periods)[number]["value"];

export function Screen() {
  const { library, here } = usePage();
  const [isAll, setIsAll] = useState(true);
  const [period, setPeriod] = useState<Period>("30");
  const [name, setName] = useState<Measure["name"]>("tokens");
  const [usage, setUsage] = useState<Usage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useTitle("Usage");

  useEffect(() => {
    const leaving = new AbortController();
    setProblem(null);
    library.usage(queryOf(isAll ? null : here.folder, period), leaving.signal).then(setUsage, (error: Error) => {
      if (!leaving.signal.aborted) setProblem(error.message);
    });
    return () => leaving.abort();
  }, [library, here, isAll, period]);

  const measure = measures.find((one) => one.name === name) as Measure;
  const data = useMemo(() => usage && dailySeries(usage, measure), [usage, measure]);
  const titleOf = (agent: Agent) => here.agents.find((one) => one.agent === agent)?.title ?? agent;

  return (
    <div class="screen usage">
      <div class="screen-head">
        <h1>Usage</h1>
        <Segmented
          label="Which sessions"
          value={isAll ? "all" : "here"}
          options={[
            { value: "here", label: "This project" },
            { value: "all", label: "All projects" },
          ]}
          onChange={(value) => setIsAll(value === "all")}
        />
        <Select label="Period" isLabelHidden value={period} options={periods} onChange={setPeriod} />
      </div>
      <div class="screen-body">
        {problem === null ? null : <Banner tone="danger">{problem}</Banner>}
        {usage === null || data === null ? (
          problem === null ? (
            <Spinner>Reading the agents' logs…</Spinner>
          ) : null
        ) : usage.total.turnCount === 0 ? (
          <Empty icon="usage" title="No turns in this time">
            <p>Choose a longer period or all sessions.</p>
          </Empty>
        ) : (
          <>
            <Totals usage={usage} />
            <section aria-label="By day">
              <Segmented
                label="What to show"
                value={name}
                options={measures.map((one) => ({ value: one.name, label: one.label }))}
                onChange={setName}
              />
              {hasFigures(data) ? (
                <Chart data={data} measure={measure} titleOf={titleOf} />
              ) : (
                <p class="soft">The agents' logs have no {measure.label.toLowerCase()} in this time.</p>
              )}
              <DayTable data={data} measure={measure} titleOf={titleOf} />
            </section>
            <section aria-label="By session">
              <h2>Sessions</h2>
              <SessionTable sessions={usage.sessions} titleOf={titleOf} />
            </section>
            <p class="faint">{missingWords(usage)}</p>
          </>
        )}
      </div>
    </div>
  );
}

function queryOf(folder: string | null, period: Period) {
  const zone = localZoneName();
  const scope = folder === null ? ("all" as const) : { workspace: folder };
  return period === "all" ? { scope, zone } : { scope, zone, since: dayBefore(Number(period) - 1) };
}

function dayBefore(days: number): string {
  const day = new Date(Date.now() - days * 86_400_000);
  return new Intl.DateTimeFormat("en-CA").format(day);
}

function missingWords({ zone, without }: Usage): string {
  return [
    `Days in ${zone}. A turn counts for the day on which it started.`,
    without.tokens > 0 ? `${count(without.tokens, "session")} without token counts.` : null,
    without.time > 0 ? `${count(without.time, "session")} without times.` : null,
  ]
    .filter((part) => part !== null)
    .join(" ");
}
