import { type Agent, type Usage, usageByDay } from "@reprise/model";
import type { Measure } from "./measures.ts";

export interface AgentSeries {
  readonly agent: Agent;
  /** By day; null: unknown. */
  readonly values: readonly (number | null)[];
}

export interface DailySeries {
  readonly days: readonly string[];
  readonly series: readonly AgentSeries[];
}

/** One series for each agent that has anything. */
export function dailySeries(usage: Pick<Usage, "days">, measure: Measure): DailySeries {
  const days = usageByDay(usage);
  const agents = [...new Set(usage.days.map(({ agent }) => agent))].sort();
  return {
    days: days.map(({ day }) => day),
    series: agents.map((agent) => ({
      agent,
      values: days.map(({ agents: figures }) => {
        const row = figures.get(agent);
        return row === undefined ? 0 : measure.valueOf(row);
      }),
    })),
  };
}

/** Whether there is anything to draw. */
export function hasFigures({ series }: DailySeries): boolean {
  return series.some(({ values }) => values.some((value) => value !== null && value > 0));
}

/** Each series on top of those before it. */
export function stacked({ series }: DailySeries): number[][] {
  const heights: number[][] = [];
  for (const { values } of series) {
    const below = heights.at(-1);
    heights.push(values.map((value, day) => (value ?? 0) + (below?.[day] ?? 0)));
  }
  return heights;
}

/** The figures of one day in words, for those who do not see the chart. */
export function dayWords(
  { days, series }: DailySeries,
  index: number,
  measure: Measure,
  titleOf: (agent: Agent) => string,
): string {
  const parts = series.flatMap(({ agent, values }) => {
    const value = values[index];
    if (value === 0) return [];
    return [`${titleOf(agent)} ${value == null ? "unknown" : measure.exact(value)}`];
  });
  return `${days[index] ?? ""}: ${parts.length === 0 ? "nothing" : parts.join(", ")}`;
}
