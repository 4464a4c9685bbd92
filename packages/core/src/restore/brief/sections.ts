import type { BriefAbout } from "./brief.ts";
import { commandsSection } from "./commands-section.ts";
import type { Digest } from "./digest.ts";
import { lastTurnsSection } from "./last-turns.ts";
import type { Measure } from "./measure.ts";
import { openSection } from "./open-section.ts";
import { constraintsSection, goalSection, requestsSection, summarySection } from "./said-sections.ts";
import { goalTitle, type Section } from "./section.ts";
import { driftSection, failingSection, filesSection } from "./work-sections.ts";

export interface Sections {
  /** In the order in which they are read. */
  readonly read: readonly Section[];
  /** In the order in which they are kept: where room is short, the last ones go first. */
  readonly kept: readonly Section[];
  readonly lastTurns: Section;
}

export function sectionsOf(digest: Digest, about: BriefAbout, measure: Measure): Sections {
  const root = about.session.workspace;
  const section = (title: string, share: number, least: number, fill: Section["fill"]): Section => {
    return { title, share, least, fill };
  };
  const constraints = {
    title: "Constraints",
    share: 0.7,
    ...constraintsSection(digest.constraints, measure),
  };
  const goal = section(goalTitle, 0.15, 80, goalSection(digest, measure));
  const open = section("Open", 0.1, 80, openSection(digest, about, measure));
  const failing = section("Failing", 0.12, 80, failingSection(digest, root, measure));
  const requests = section("Requests", 0.1, 50, requestsSection(digest, measure));
  const files = section("Files", 0.12, 40, filesSection(digest, about, measure));
  const lastTurns = section("The last turns", 0.35, 60, lastTurnsSection(digest, root, measure));
  const summaryTitle = `The agent's own summary, made in turn ${digest.summary?.turn ?? 0}`;
  const summary = section(summaryTitle, 0.12, 80, summarySection(digest, measure));
  const drift = section("Changed since", 0.05, 40, driftSection(about.drift, digest, measure));
  const commands = section("Commands", 0.06, 40, commandsSection(digest, measure));
  return {
    read: [goal, constraints, open, failing, requests, files, drift, commands, summary, lastTurns],
    kept: [constraints, goal, open, failing, requests, files, lastTurns, summary, drift, commands],
    lastTurns,
  };
}
