import type { Agent } from "../ids.ts";
import { sumFigures } from "./figures.ts";
import type { Usage, UsageDay, UsageFigures } from "./usage.ts";

export interface UsageGroup extends UsageFigures {
  /** Null: not recorded. */
  readonly name: string | null;
}

/** The rows of all days by one of their columns, in order of their first appearance. */
export function groupUsage({ days }: Pick<Usage, "days">, by: "day" | "agent" | "model"): UsageGroup[] {
  const groups = Map.groupBy(days, (row) => row[by]);
  return [...groups].map(([name, rows]) => ({ name, ...sumFigures(rows) }));
}

export interface DayOfAgents {
  readonly day: string;
  readonly agents: ReadonlyMap<Agent, UsageFigures>;
}

/** Every day from the first to the last, with the figures of each agent. A wrong clock makes spans of centuries: then only days with turns. */
export function usageByDay({ days }: Pick<Usage, "days">): DayOfAgents[] {
  const dated = days.filter((row): row is UsageDay & { day: string } => row.day !== null);
  const byDay = Map.groupBy(dated, ({ day }) => day);
  const all = daysBetween(dated[0]?.day, dated.at(-1)?.day);
  return (all ?? [...byDay.keys()]).map((day) => {
    const byAgent = Map.groupBy(byDay.get(day) ?? [], ({ agent }) => agent);
    return { day, agents: new Map([...byAgent].map(([agent, rows]) => [agent, sumFigures(rows)])) };
  });
}

const dayMs = 86_400_000;
const mostDays = 3660;

/** Null: too many. */
function daysBetween(first: string | undefined, last: string | undefined): string[] | null {
  if (first === undefined || last === undefined) return [];
  if (Date.parse(last) - Date.parse(first) > mostDays * dayMs) return null;
  const days: string[] = [];
  for (let atMs = Date.parse(first); atMs <= Date.parse(last); atMs += dayMs)
    days.push(new Date(atMs).toISOString().slice(0, 10));
  return days;
}
