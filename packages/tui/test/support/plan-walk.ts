import type { FacedPerson } from "@reprise/testkit";

interface Shown {
  readonly text: string;
  press(...keys: readonly string[]): unknown;
}

/** A person at the screen of a plan: ticks what they agree to, and starts it if that is possible and they want it. */
export function walkPlan(driven: Shown, person: FacedPerson): boolean {
  const ticks = driven.text.split("\n").filter((line) => /^\[[x ]\] /.test(line));
  for (const [index, tick] of ticks.entries()) {
    if (index > 0) driven.press("tab");
    if (person.changes(tick, tick.startsWith("[x]"))) driven.press("space");
  }
  const foot = driven.text.split("\n").slice(-2).join(" ");
  if (!/\bEnter\b/.test(foot) || !person.starts(foot)) return false;
  driven.press("enter");
  return true;
}
