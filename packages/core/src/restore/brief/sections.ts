import { askedSection } from "./asked.ts";
import type { BriefAbout } from "./brief.ts";
import { commandsSection } from "./commands.ts";
import type { Digest } from "./digest.ts";
import { goalSection, summarySection } from "./goal.ts";
import { lastTurnsSection } from "./last-turns.ts";
import { driftSection, pendingSection, unfinishedSection } from "./left-open.ts";
import type { Measure } from "./measure.ts";
import { type Fill, goalTitle } from "./section.ts";
import { filesSection } from "./touched-files.ts";

export interface Section {
  readonly title: string;
  /** The lowest is filled first. */
  readonly rank: number;
  /** Of the room there is; null for the last turns, which get what the others leave. */
  readonly share: number | null;
  /** Tokens below which a share would be of no use. */
  readonly least: number;
  readonly fill: Fill;
}

/** In the order in which they are read. */
export function sectionsOf(digest: Digest, about: BriefAbout, measure: Measure): Section[] {
  const before = digest.summary?.turn ?? 0;
  return [
    { title: goalTitle, rank: 1, share: 0.14, least: 60, fill: goalSection(digest, measure) },
    {
      title: `The agent's own summary, made in turn ${before}`,
      rank: 8,
      share: 0.14,
      least: 80,
      fill: summarySection(digest, measure),
    },
    { title: "Requests", rank: 4, share: 0.12, least: 40, fill: askedSection(digest, measure) },
    { title: "Files", rank: 5, share: 0.09, least: 40, fill: filesSection(digest, about, measure) },
    { title: "Commands", rank: 6, share: 0.12, least: 40, fill: commandsSection(digest, measure) },
    {
      title: "What was left unfinished",
      rank: 2,
      share: 0.1,
      least: 60,
      fill: unfinishedSection(about, measure),
    },
    {
      title: "Asked and unanswered",
      rank: 3,
      share: 0.07,
      least: 50,
      fill: pendingSection(about, measure),
    },
    { title: "Changed since", rank: 7, share: 0.06, least: 40, fill: driftSection(about.drift, measure) },
    {
      title: "The last turns",
      rank: 9,
      share: null,
      least: 0,
      fill: lastTurnsSection(digest, about.session.workspace, measure),
    },
  ];
}
