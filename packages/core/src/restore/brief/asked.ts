import type { TurnState } from "@reprise/model";
import type { Asked, Digest } from "./digest.ts";
import { codeSpan } from "./markdown.ts";
import type { Measure } from "./measure.ts";
import { fittingRows, type Row } from "./rows.ts";
import { safeLine } from "./safe-text.ts";
import type { Fill } from "./section.ts";

export function askedSection(digest: Digest, measure: Measure): Fill {
  const { asked, askedCount, takenBack } = digest;
  const rows: Row[] = asked.map((one, index) => ({
    ways: askedWays(one, index === asked.length - 1),
    rank: rankOfAsked(one, index, asked.length),
  }));
  const note = takenBackLine(takenBack);
  if (note !== null) rows.push({ ways: [[note]], rank: 0.5 });
  return (most) =>
    fittingRows(rows, most, measure, {
      missingCount: askedCount - asked.length,
      leftOut: (count) => `(${count} more not told here)`,
      side: "before",
    });
}

/** The last one, then those that did not come to their end, then the newest. The first is the goal. */
function rankOfAsked({ state }: Asked, index: number, count: number): number {
  const age = count - 1 - index;
  if (age === 0) return 0;
  return state === "completed" ? count + age : age;
}

const askedWords: Record<TurnState, string> = {
  completed: "done",
  failed: "failed",
  interrupted: "interrupted",
  live: "open",
};

function askedWays({ number, turn, line, state, ending }: Asked, isLast: boolean): string[][] {
  const where = turn === number ? "" : turn === 0 ? " (history put in before turn 1)" : ` (turn ${turn})`;
  const said = (most: number) =>
    `${number}. ${askedWords[state]}${where}: ${safeLine(line, most) || "(no text)"}`;
  // The last turn is told below, in its own words.
  const ways = [[said(isLast ? 50 : 80)], [said(240)]];
  return ending === null || isLast ? ways : [...ways, [said(240), `   Ended with: ${ending}`]];
}

function takenBackLine({ turnCount, isUnclear, paths }: Digest["takenBack"]): string | null {
  if (turnCount === 0 && !isUnclear) return null;
  const what = isUnclear
    ? "Part of the history was taken back, and which part cannot be told: check what stands above."
    : `${turnCount} ${turnCount === 1 ? "turn was" : "turns were"} taken back and not told here.`;
  const shown = paths.slice(0, 8).map(codeSpan).join(", ");
  const more = paths.length > 8 ? ` and ${paths.length - 8} more` : "";
  return paths.length === 0
    ? `(${what})`
    : `(${what} Files changed there may be changed still: ${shown}${more})`;
}
