import type { BriefAbout } from "../brief.ts";
import type { SessionDigest } from "../digest/digest.ts";
import { statusWords } from "../digest/outcome.ts";
import type { TokenCost } from "../text/token-cost.ts";
import { lastTurnsSection } from "./last-turns.ts";
import { openSection } from "./open-section.ts";
import { constraintsSection, goalSection, requestsSection, summarySection } from "./request-sections.ts";
import { codeSpan, type Fill, fittingRows, goalTitle, type Row, type Section } from "./section.ts";
import { driftSection, failingSection, filesSection } from "./work-sections.ts";

export interface Sections {
  /** In display order. */
  readonly read: readonly Section[];
  /** By priority: if room is short, the last ones are dropped first. */
  readonly kept: readonly Section[];
  readonly lastTurns: Section;
}

export function sectionsOf(digest: SessionDigest, about: BriefAbout, tokenCost: TokenCost): Sections {
  const root = about.session.workspace;
  const section = (title: string, share: number, least: number, fill: Section["fill"]): Section => {
    return { title, share, least, fill };
  };
  const constraints = {
    title: "Constraints",
    share: 0.7,
    ...constraintsSection(digest.constraints, tokenCost),
  };
  const goal = section(goalTitle, 0.15, 80, goalSection(digest, tokenCost));
  const open = section("Open", 0.1, 80, openSection(digest, about, tokenCost));
  const failing = section("Failing", 0.12, 80, failingSection(digest, root, tokenCost));
  const requests = section("Requests", 0.1, 50, requestsSection(digest, tokenCost));
  const files = section("Files", 0.12, 40, filesSection(digest, about, tokenCost));
  const lastTurns = section("The last turns", 0.35, 60, lastTurnsSection(digest, root, tokenCost));
  const summaryTitle = `The agent's own summary, made in turn ${digest.summary?.turn ?? 0}`;
  const summary = section(summaryTitle, 0.12, 80, summarySection(digest, tokenCost));
  const drift = section("Changed since", 0.05, 40, driftSection(about.drift, digest, tokenCost));
  const commands = section("Commands", 0.06, 40, commandsSection(digest, tokenCost));
  return {
    read: [goal, constraints, open, failing, requests, files, drift, commands, summary, lastTurns],
    kept: [constraints, goal, open, failing, requests, files, lastTurns, summary, drift, commands],
    lastTurns,
  };
}

/** The last commands, without failing ones, which have their own section. */
function commandsSection(digest: SessionDigest, tokenCost: TokenCost): Fill | null {
  const failing = new Set(digest.failing.map(({ item }) => item.subject?.exactLine(240)));
  const rows = digest.commands
    .filter(({ item }) => !failing.has(item.subject?.exactLine(240)) && item.status !== "waiting")
    .map(({ item, times }, index): Row => {
      const ended = statusWords(item.status, item.exitCode);
      const ran = times > 1 ? `ran ${times} times, last ${ended}` : ended;
      const subject = codeSpan(item.subject?.exactLine(240) ?? "");
      return {
        ways: [[`- ${ran}, turn ${item.turn}: ${subject}`]],
        rank: index,
      };
    });
  if (rows.length === 0) return null;
  return (most) =>
    fittingRows(rows, most, tokenCost, { leftOut: (count) => `(${count} more not shown)`, side: "after" });
}
