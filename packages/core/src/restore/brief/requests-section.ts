import type { Digest, Outcome, Requested } from "./digest.ts";
import { codeSpan } from "./markdown.ts";
import type { Measure } from "./measure.ts";
import { fittingRows, type Row } from "./rows.ts";
import { exactLine } from "./safe-text.ts";
import type { Fill } from "./section.ts";

/** Each prompt, and what became of its turn. */
export function requestsSection(digest: Digest, measure: Measure): Fill | null {
  const { requests, requestCount, takenBack, goal } = digest;
  // These are quoted with the goal.
  const quoted = new Set(goal === null ? [] : [goal, ...goal.refinements].map(({ turn }) => turn));
  const rows: Row[] = requests.map((one, index) => ({
    ways: waysOf(one, quoted.has(one.turn) ? 80 : 240),
    rank: rankOf(one, index, requests.length),
  }));
  const note = takenBackLine(takenBack);
  if (note !== null) rows.push({ ways: [[note]], rank: 0.5 });
  if (rows.length === 0) return null;
  return (most) =>
    fittingRows(rows, most, measure, {
      missingCount: requestCount - requests.length,
      leftOut: (count) => `(${count} more not shown)`,
      side: "before",
    });
}

/** The last one first, then those without a good end, then the newest. */
function rankOf({ outcome: { kind } }: Requested, index: number, count: number): number {
  const age = count - 1 - index;
  if (age === 0) return 0;
  return kind === "done" || kind === "answered" ? count + age : age;
}

const outcomeWords: Record<Outcome["kind"], string> = {
  done: "done",
  answered: "answered",
  unproven: "ended, not shown to be done",
  failed: "failed",
  interrupted: "interrupted",
  live: "not over",
};

/** What the agent says of work is a claim until something else shows it. */
const claimWords: Record<Outcome["kind"], string> = {
  done: "The agent's claim",
  answered: "The agent answered",
  unproven: "The agent's claim",
  failed: "The agent said last",
  interrupted: "The agent said last",
  live: "The agent said last",
};

function waysOf({ turn, prompt, outcome }: Requested, longest: number): string[][] {
  const { kind, evidence, claim } = outcome;
  const where = turn === 0 ? "Before turn 1" : `Turn ${turn}`;
  const why = evidence === null || kind === "failed" ? "" : ` (${evidence})`;
  const line = (most: number) =>
    `- ${where}, ${outcomeWords[kind]}${why}: ${prompt.line(most) || "(no text)"}`;
  const ways = [[line(80)], [line(longest)]];
  const more = [
    ...(kind === "failed" && evidence !== null ? [`  Reason: ${codeSpan(evidence)}`] : []),
    ...(claim === null ? [] : [`  ${claimWords[kind]}: ${codeSpan(claim)}`]),
  ];
  return more.length === 0 ? ways : [...ways, [line(longest), ...more]];
}

function takenBackLine({ turnCount, isUnclear, paths }: Digest["takenBack"]): string | null {
  if (turnCount === 0 && !isUnclear) return null;
  const what = isUnclear
    ? "Part of the history was taken back, and it is not known which: check what is said above."
    : `${turnCount} ${turnCount === 1 ? "turn was" : "turns were"} taken back and ${turnCount === 1 ? "is" : "are"} not shown.`;
  const shown = paths.slice(0, 8).map((path) => codeSpan(exactLine(path, 300)));
  const more = paths.length > 8 ? ` and ${paths.length - 8} more` : "";
  return shown.length === 0
    ? `(${what})`
    : `(${what} Files changed there may still be changed: ${shown.join(", ")}${more})`;
}
