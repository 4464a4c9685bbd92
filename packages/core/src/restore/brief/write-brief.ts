import { SessionError } from "@reprise/model";
import { type Brief, type BriefAbout, type BriefBudget, leastBriefTokens } from "./brief.ts";
import type { SessionDigest } from "./digest/digest.ts";
import { type Frame, framesFor } from "./sections/frame.ts";
import type { Section } from "./sections/section.ts";
import { type Sections, sectionsOf } from "./sections/sections.ts";
import { TokenCost } from "./text/token-cost.ts";

/** A brief of at most `budget.tokens` tokens. Deterministic. */
export function writeBrief(digest: SessionDigest, about: BriefAbout, budget: BriefBudget): Brief {
  const { tokens, count } = budget;
  if (!(tokens >= leastBriefTokens)) {
    throw new SessionError(
      "bad-use",
      `A brief needs at least ${leastBriefTokens} tokens, not ${tokens}. Allow ${leastBriefTokens} or more.`,
    );
  }
  const tokenCost = new TokenCost(count);
  const sections = sectionsOf(digest, about, tokenCost);
  for (const frame of framesFor(digest, about, tokens, tokenCost)) {
    let room = tokens - tokenCost.lines([...frame.head, "", frame.closing]);
    while (room >= 0) {
      const text = textOf(frame, sections, room, tokenCost);
      const cost = count(text);
      if (cost <= tokens) return { text, tokens: cost };
      // The joined lines cost more than their sum: reduce by the excess.
      room = room === 0 ? -1 : Math.max(0, room - Math.max(4, cost - tokens));
    }
  }
  throw new SessionError("bad-use", `This session cannot be named in ${tokens} tokens. Allow more.`);
}

function textOf(frame: Frame, sections: Sections, room: number, tokenCost: TokenCost): string {
  const filled = new Map<Section, readonly string[]>();
  let left = room;
  const fill = (section: Section, most: number): boolean => {
    if (section.fill === null) return true;
    const had = filled.get(section);
    const title = ["", `## ${section.title}`];
    const shown = new Set([...filled.keys()].map((other) => other.title));
    const lines = section.fill(most - tokenCost.lines(title), shown);
    if (lines === null) return false;
    const block = [...title, ...lines];
    left += (had ? tokenCost.lines(had) : 0) - tokenCost.lines(block);
    filled.set(section, block);
    return true;
  };
  for (const [index, section] of sections.kept.entries()) {
    // Only the constraints may take all that is left: later sections need some.
    const most = index === 0 ? left : left * 0.6;
    const share = Math.min(most, Math.max(section.share * room, section.least));
    // A section appears only if all kept before it do.
    if (!fill(section, share) && !fill(section, left)) break;
  }
  // Remaining room goes to sections that were cut: first doubled, then the last turns, then the others.
  const grow = (section: Section, most: number) => {
    const had = filled.get(section);
    if (had && left > 0) fill(section, Math.min(most, left + tokenCost.lines(had)));
  };
  for (const section of sections.kept) grow(section, 2 * Math.max(section.share * room, section.least));
  for (const section of [sections.lastTurns, ...sections.kept]) grow(section, room);
  const body = sections.read.flatMap((section) => filled.get(section) ?? []);
  return [...frame.head, ...body, "", frame.closing].join("\n");
}
