import type { TurnState } from "@reprise/model";
import type { Digest, ToldItem, ToldTurn } from "./digest.ts";
import type { Measure } from "./measure.ts";
import { type Fill, goalTitle } from "./section.ts";
import { squeezed } from "./squeeze.ts";
import { bare, type Detail, details, itemLines, saidLines } from "./told-item.ts";

/** A turn may take so much of the room with this much detail; what is left is for the turns before it. */
const shareAt = [0.6, 0.8, 1];
/** Below this nothing of a turn can be told. */
const least = 50;

/** The last turns in their own words: the newest whole first, then those before it as far as there is room. */
export function lastTurnsSection({ turns }: Digest, root: string | null, measure: Measure): Fill {
  return (most, sections) => {
    const told: (readonly string[])[] = [];
    let left = most - measure.line(before(9999));
    let oldest = Number.POSITIVE_INFINITY;
    for (const turn of sections.has(goalTitle) ? turns.toReversed() : turns.toReversed().map(withGoal)) {
      const lines = wholeTurn(turn, left, measure, root);
      const shown = lines ?? partOfTurn(turn, left, measure, root);
      if (shown === null) break;
      told.unshift(shown);
      oldest = turn.number;
      left -= measure.lines(shown);
      if (lines === null) break;
    }
    if (told.length === 0) return null;
    return [...(oldest > 1 ? [before(oldest)] : []), ...told.flat()];
  };
}

/** Where the goal is not told by itself, its turn tells it. */
function withGoal(turn: ToldTurn): ToldTurn {
  const items = turn.items.map((item) => (item.kind === "prompt" ? { ...item, isGoal: false } : item));
  return { ...turn, items };
}

function before(turn: number): string {
  return `(what came before turn ${turn} is not told here)`;
}

function wholeTurn(
  turn: ToldTurn,
  room: number,
  measure: Measure,
  root: string | null,
): readonly string[] | null {
  for (const [index, detail] of details.entries()) {
    const lines = linesOfTurn(turn, detail, root);
    if (measure.fits(lines, room * (shareAt[index] ?? 1))) return lines;
  }
  return null;
}

function linesOfTurn(turn: ToldTurn, detail: Detail, root: string | null): readonly string[] {
  const { prompts, rest } = parted(turn);
  return [
    heading(turn),
    ...prompts.flatMap((item) => itemLines(item, detail, root)),
    ...gap(turn.leftOutCount),
    ...rest.flatMap((item) => itemLines(item, detail, root)),
  ];
}

/** What was asked, and the end of what came of it. */
function partOfTurn(
  turn: ToldTurn,
  most: number,
  measure: Measure,
  root: string | null,
): readonly string[] | null {
  if (most < least) return null;
  const { prompts, rest } = parted(turn);
  const head = [
    heading(turn),
    ...prompts.slice(-1).flatMap((item) => askedLines(item, most * 0.3, measure, root)),
  ];
  if (!measure.fits(head, most)) return null;
  let left = most - measure.lines(head) - measure.line(gap(9999)[0] ?? "");
  const told: (readonly string[])[] = [];
  for (const item of rest.toReversed()) {
    const lines = fittingItem(item, left, measure, root);
    if (lines === null) break;
    told.unshift(lines);
    left -= measure.lines(lines);
  }
  const goneCount = turn.leftOutCount + rest.length - told.length + Math.max(0, prompts.length - 1);
  return [...head, ...gap(goneCount), ...told.flat()];
}

/** The prompt a turn begins with stands first, whatever was left out behind it. */
function parted({ items }: ToldTurn): { prompts: readonly ToldItem[]; rest: readonly ToldItem[] } {
  const first = items.findIndex(({ kind }) => kind !== "prompt");
  const count = first === -1 ? items.length : first;
  return { prompts: items.slice(0, count), rest: items.slice(count) };
}

function askedLines(item: ToldItem, most: number, measure: Measure, root: string | null): readonly string[] {
  const whole = itemLines(item, bare, root);
  if (item.kind !== "prompt" || measure.fits(whole, most)) return whole;
  const lines = squeezed(item.text, most - 8, measure);
  return lines === null ? [] : saidLines("Person:", lines);
}

/** As fully as takes no more than half of the room. */
function fittingItem(
  item: ToldItem,
  room: number,
  measure: Measure,
  root: string | null,
): readonly string[] | null {
  for (const detail of details) {
    const lines = itemLines(item, detail, root);
    if (measure.fits(lines, room / 2)) return lines;
  }
  const lines = itemLines(item, bare, root);
  if (measure.fits(lines, room)) return lines;
  if (item.kind !== "reply" && item.kind !== "prompt" && item.kind !== "reasoning") return null;
  const cut = squeezed(item.text, room - 10, measure);
  return cut && saidLines(item.kind === "prompt" ? "Person:" : "Agent:", cut);
}

function gap(count: number): readonly string[] {
  return count === 0 ? [] : [`[… ${count} ${count === 1 ? "item" : "items"} of this turn left out …]`];
}

function heading({ number, state }: ToldTurn): string {
  return number === 0 ? "### History put in before turn 1" : `### Turn ${number} (${stateWords[state]})`;
}

const stateWords: Record<TurnState, string> = {
  completed: "completed",
  failed: "failed",
  interrupted: "interrupted",
  live: "not over",
};
