import type { Found } from "./source-facts.ts";

/** Phrases that user-facing text avoids, with the words to use; docs/language.md has the names of things. */
const AVOIDED: { pattern: RegExp; instead: string }[] = [
  { pattern: /\b(go|goes|going|gone|went|carry|carries|carried) on\b/i, instead: "continue or resume" },
  {
    pattern: /(?<!can't |cannot |cannot be |to )\b(tell|tells|telling|told|retell|retold)\b(?! (apart|from)\b)/i,
    instead: "send, show, say or replay",
  },
  {
    pattern: /\b(is|are|was|were) to (be\b|[a-z]+ (it|them|with|in|on)\b|do\b|think\b)/i,
    instead: "will, must or should",
  },
  { pattern: /\bis asked of\b|\bwho holds\b/i, instead: "query, look up; has it open" },
  { pattern: /\bkept (answer|approval)s?\b/i, instead: "saved approval" },
  { pattern: /\b(the|an|and) account( of)?\b(?! (you|is logged))/i, instead: "recap of unfinished work" },
  { pattern: /\bafter the crash\b/i, instead: "Interrupted and running" },
  { pattern: /\bhalf[- ](run|done)\b/i, instead: "partly run, unfinished" },
  { pattern: /\boutcome (is )?(not known|unclear)\b|\bunknown outcome\b/i, instead: "outcome unknown" },
  { pattern: /\bbeside\b/i, instead: "next to, with or besides" },
  {
    pattern: /\b(stands|stood|lies|lay) (behind|before|beside|in|there|at|for|where)\b/i,
    instead: "is, is in",
  },
  { pattern: /\b(afresh|anew|whoever|thereof|wherein|somebody)\b/i, instead: "again, from scratch, someone" },
  { pattern: /\b(tags?|names?|sessions?|none|one) of (yours|theirs)\b/i, instead: "your tag, your name" },
  { pattern: /\bfresh mind\b/i, instead: "a fresh thread" },
  { pattern: /\b(came|comes) too soon\b/i, instead: "press it again" },
  { pattern: /\bthe agent's own words?\b/i, instead: "as the agent calls it" },
  { pattern: /\bhow hard the model\b/i, instead: "reasoning effort" },
  { pattern: /(?:^|[.;:] )(What|All) is (long|wider|told|refused|said|left|unfolded)\b/, instead: "a noun" },
];

/** One line for each avoided phrase, with its place and what to write. */
export function avoidedPhrases(path: string, texts: readonly Found[]): string[] {
  return texts.flatMap(({ name, line }) =>
    AVOIDED.flatMap(({ pattern, instead }) => {
      const match = pattern.exec(name);
      return match ? [`${path}:${line} says "${match[0]}" (write: ${instead}): ${name.trim()}`] : [];
    }),
  );
}

/** The lines of a document, without code, words that the language table avoids, and titles of tests. */
export function proseOf(markdown: string): Found[] {
  return markdown.split("\n").map((text, at) => {
    const row = text.startsWith("| **") || text.includes(".test.ts |") ? text.replace(/\|[^|]*\|$/, "") : text;
    return { name: row.replace(/`[^`]*`/g, "``"), line: at + 1 };
  });
}
