import type { Constraint } from "../digest/constraints.ts";
import type { Outcome, Requested, SessionDigest } from "../digest/digest.ts";
import type { Clip } from "../text/clip.ts";
import { fitText } from "../text/fit-text.ts";
import { cutEnd, exactLine, safeText } from "../text/safe-text.ts";
import type { TokenCost } from "../text/token-cost.ts";
import { codeSpan, type Fill, fenced, fittingRows, moreNotShown, type Row, rowsFill, type Section } from "./section.ts";

/** The prompt that set the goal, and later refinements. */
export function goalSection({ goal, withdrawnIn }: SessionDigest, tokenCost: TokenCost): Fill | null {
  if (goal === null)
    return withdrawnIn === null
      ? null
      : () => [`(none: in turn ${withdrawnIn} the person dropped what went before, and named nothing else)`];
  const rows = goal.refinements.map(({ turn, text }, index, all): Row => {
    const way = (most: number) => [`- Turn ${turn}: ${text.line(most)}`];
    return { ways: [way(80), way(240), way(500)], rank: all.length - index };
  });
  const since = "Asked for since:";
  return (most) => {
    const share = rows.length === 0 ? most : Math.max(most * 0.6, most - 40 * rows.length);
    const text = quoted(goal.text, share, tokenCost);
    if (text === null) return null;
    const left = most - tokenCost.lines([...text, since]);
    const more = fittingRows(rows, left, tokenCost, {
      missingCount: goal.refinementCount - rows.length,
      leftOut: (count) => `(${count} earlier ${count === 1 ? "request" : "requests"} not shown)`,
      side: "before",
    });
    return more === null ? text : [...text, since, ...more];
  };
}

export function summarySection({ summary }: SessionDigest, tokenCost: TokenCost): Fill | null {
  return summary && ((most) => quoted(summary.text, most, tokenCost));
}

function quoted(text: Clip, most: number, tokenCost: TokenCost): readonly string[] | null {
  const lines = fitText(text.excerpt, most - 4, tokenCost);
  return lines && fenced(lines);
}

const mostCharacters = 400;

/**
 * Constraints are never cut in the middle. If not all fit, revoked ones go first, then statements, then the oldest orders.
 * `least`: tokens that the orders need.
 */
export function constraintsSection(
  constraints: readonly Constraint[],
  tokenCost: TokenCost,
): Pick<Section, "fill" | "least"> {
  if (constraints.length === 0) return { fill: null, least: 0 };
  const standing = constraints.filter(({ revoked }) => revoked === null);
  const shown = [...standing, ...constraints.filter(({ revoked }) => revoked !== null)];
  const rows = shown.map((constraint, index): Row => {
    const { revoked, isOrder } = constraint;
    const group = revoked !== null ? 2 : isOrder ? 0 : 1;
    return { ways: constraintWays(constraint), rank: group * shown.length + shown.length - index };
  });
  const orders = rows.flatMap(({ ways, rank }) => (rank <= shown.length ? (ways[0] ?? []) : []));
  const intro = "The person's own words; where two disagree, the later one counts.";
  const leftOut = (count: number) => `(${count} earlier ${count === 1 ? "one" : "ones"} not shown)`;
  const fill: Fill = (most) => {
    const lines = fittingRows(rows, most - tokenCost.line(intro), tokenCost, { leftOut, side: "before" });
    return lines && [intro, ...lines];
  };
  return { fill, least: tokenCost.lines(["", "## Constraints", intro, leftOut(shown.length), ...orders]) };
}

function constraintWays({ turn, sentence, clause, revoked }: Constraint): string[][] {
  const where = `(turn ${turn})`;
  if (revoked === null) {
    const short = `- "${verbatim(clause)}" ${where}`;
    return clause === sentence ? [[short]] : [[short], [`- "${verbatim(sentence)}" ${where}`]];
  }
  return [[`- Revoked in turn ${revoked.turn} by "${verbatim(revoked.sentence)}": "${verbatim(clause)}" ${where}`]];
}

function verbatim(text: string): string {
  return cutEnd(safeText(text).replace(/\s+/g, " "), mostCharacters);
}

/** Each prompt and the outcome of its turn. */
export function requestsSection(digest: SessionDigest, tokenCost: TokenCost): Fill | null {
  const { requests, requestCount, takenBack, goal } = digest;
  // These are quoted under the goal.
  const quoted = new Set(goal === null ? [] : [goal, ...goal.refinements].map(({ turn }) => turn));
  const rows: Row[] = requests.map((one, index) => ({
    ways: requestWays(one, quoted.has(one.turn) ? 80 : 240),
    // Later goals may be steps towards what only the first request says.
    rank: index === 0 && !quoted.has(one.turn) ? 0 : rankOf(one, index, requests.length),
    fullRank: rankOf(one, index, requests.length),
  }));
  const note = takenBackLine(takenBack);
  if (note !== null) rows.push({ ways: [[note]], rank: 0.5 });
  const missingCount = requestCount - requests.length;
  return rowsFill(rows, tokenCost, { missingCount, leftOut: moreNotShown, side: "before" });
}

/** The last one first, then those without a good outcome, then the newest. */
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
  stopped: "stopped by the user",
  working: "not over",
};

/** The agent's own report is a claim until other evidence confirms it. */
const claimWords: Record<Outcome["kind"], string> = {
  done: "The agent's claim",
  answered: "The agent answered",
  unproven: "The agent's claim",
  failed: "The agent said last",
  interrupted: "The agent said last",
  stopped: "The agent said last",
  working: "The agent said last",
};

function requestWays({ turn, prompt, outcome }: Requested, longest: number): string[][] {
  const { kind, evidence, claim } = outcome;
  const where = turn === 0 ? "Before turn 1" : `Turn ${turn}`;
  const why = evidence === null || kind === "failed" ? "" : ` (${evidence})`;
  const line = (most: number) => `- ${where}, ${outcomeWords[kind]}${why}: ${prompt.line(most) || "(no text)"}`;
  const ways = [[line(80)], [line(longest)]];
  const more = [
    ...(kind === "failed" && evidence !== null ? [`  Reason: ${codeSpan(evidence)}`] : []),
    ...(claim === null ? [] : [`  ${claimWords[kind]}: ${codeSpan(claim)}`]),
  ];
  return more.length === 0 ? ways : [...ways, [line(longest), ...more]];
}

function takenBackLine({ turnCount, isUnclear, paths }: SessionDigest["takenBack"]): string | null {
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
