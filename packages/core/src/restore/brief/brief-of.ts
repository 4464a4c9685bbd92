import { SessionError } from "@reprise/model";
import { type Brief, type BriefAbout, type BriefBudget, leastBriefTokens } from "./brief.ts";
import type { Digest } from "./digest.ts";
import { type Frame, framesFor } from "./frame.ts";
import { Measure } from "./measure.ts";
import { type Section, sectionsOf } from "./sections.ts";

/** What someone needs to go on, in at most so many tokens. Pure: the same in, the same out. */
export function briefOf(digest: Digest, about: BriefAbout, budget: BriefBudget): Brief {
  const { tokens, count } = budget;
  if (!(tokens >= leastBriefTokens)) {
    throw new SessionError(
      "bad-use",
      `A brief cannot be made with ${tokens} tokens. Give it ${leastBriefTokens} or more.`,
    );
  }
  const measure = new Measure(count);
  const sections = sectionsOf(digest, about, measure);
  for (const frame of framesFor(digest, about, tokens, measure)) {
    let room = tokens - measure.lines([...frame.head, "", frame.closing]);
    while (room >= 0) {
      const text = textOf(frame, sections, room, measure);
      const cost = count(text);
      if (cost <= tokens) return { text, tokens: cost };
      // Together the lines cost more than one by one: so much less is told.
      room = room === 0 ? -1 : Math.max(0, room - Math.max(4, cost - tokens));
    }
  }
  throw new SessionError("bad-use", `This session cannot be named in ${tokens} tokens. Allow more.`);
}

/** What the last turns are promised of the room; what others leave they get as well. */
const turnsShare = 0.4;

function textOf(frame: Frame, sections: readonly Section[], room: number, measure: Measure): string {
  const filled = new Map<Section, readonly string[]>();
  let left = room;
  const fill = (section: Section, most: number) => {
    const had = filled.get(section);
    const title = ["", `## ${section.title}`];
    const lines = section.fill(
      most - measure.lines(title),
      new Set([...filled.keys()].map((other) => other.title)),
    );
    if (lines === null) return;
    const block = [...title, ...lines];
    left += (had ? measure.lines(had) : 0) - measure.lines(block);
    filled.set(section, block);
  };
  const byRank = sections.toSorted((a, b) => a.rank - b.rank);
  const kept = room * turnsShare;
  for (const section of byRank) {
    if (section.share !== null)
      fill(section, Math.min(left - kept, Math.max(section.share * room, section.least)));
  }
  for (const section of byRank) if (section.share === null) fill(section, left);
  // What is left goes to those that had to be cut.
  for (const section of byRank) {
    const had = filled.get(section);
    if (section.share !== null && left > 0) fill(section, left + (had ? measure.lines(had) : 0));
  }
  const body = sections.flatMap((section) => filled.get(section) ?? []);
  return [...frame.head, ...body, "", frame.closing].join("\n");
}
