import type { TurnState } from "@reprise/model";
import type { BriefItem } from "../digest/brief-item.ts";
import type { LastTurn, SessionDigest } from "../digest/digest.ts";
import { fitText } from "../text/fit-text.ts";
import type { TokenCost } from "../text/token-cost.ts";
import { bare, type Detail, details, type ItemView, itemLines, saidLines } from "./item-lines.ts";
import { type Fill, goalTitle } from "./section.ts";

/** The share of the room a turn may take at each level of detail; the rest is for earlier turns. */
const shareAt = [0.6, 0.8, 1];
/** Too little for any part of a turn. */
const least = 50;

/** The last turns verbatim: the newest whole, then earlier ones while there is room. */
export function lastTurnsSection(
  { turns, goal }: SessionDigest,
  root: string | null,
  tokenCost: TokenCost,
): Fill | null {
  if (turns.length === 0) return null;
  return (most, sections) => {
    const view = { root, goalPlace: sections.has(goalTitle) ? (goal?.place ?? null) : null };
    const told: (readonly string[])[] = [];
    let left = most - tokenCost.line(before(9999));
    let oldest = Number.POSITIVE_INFINITY;
    for (const turn of turns.toReversed()) {
      const lines = wholeTurn(turn, left, tokenCost, view);
      const shown = lines ?? partOfTurn(turn, left, tokenCost, view);
      if (shown === null) break;
      told.unshift(shown);
      oldest = turn.number;
      left -= tokenCost.lines(shown);
      if (lines === null) break;
    }
    if (told.length === 0) return null;
    return [...(oldest > 1 ? [before(oldest)] : []), ...told.flat()];
  };
}

function before(turn: number): string {
  return `(turns before ${turn} are not shown)`;
}

function wholeTurn(turn: LastTurn, room: number, tokenCost: TokenCost, view: ItemView): readonly string[] | null {
  for (const [index, detail] of details.entries()) {
    const lines = linesOfTurn(turn, detail, view);
    if (tokenCost.fits(lines, room * (shareAt[index] ?? 1))) return lines;
  }
  return null;
}

function linesOfTurn(turn: LastTurn, detail: Detail, view: ItemView): readonly string[] {
  const { prompts, rest } = parted(turn);
  return [
    heading(turn),
    ...prompts.flatMap((item) => itemLines(item, detail, view)),
    ...gap(turn.leftOutCount),
    ...rest.flatMap((item) => itemLines(item, detail, view)),
  ];
}

/** The prompt, and the end of the turn. */
function partOfTurn(turn: LastTurn, most: number, tokenCost: TokenCost, view: ItemView): readonly string[] | null {
  if (most < least) return null;
  const { prompts, rest } = parted(turn);
  const head = [heading(turn), ...prompts.slice(-1).flatMap((item) => askedLines(item, most * 0.3, tokenCost, view))];
  if (!tokenCost.fits(head, most)) return null;
  let left = most - tokenCost.lines(head) - tokenCost.line(gap(9999)[0] ?? "");
  const told: (readonly string[])[] = [];
  for (const item of rest.toReversed()) {
    const lines = fittingItem(item, left, tokenCost, view);
    if (lines === null) break;
    told.unshift(lines);
    left -= tokenCost.lines(lines);
  }
  const goneCount = turn.leftOutCount + rest.length - told.length + Math.max(0, prompts.length - 1);
  return [...head, ...gap(goneCount), ...told.flat()];
}

/** The turn's first prompt stays first, whatever is left out after it. */
function parted({ items }: LastTurn): { prompts: readonly BriefItem[]; rest: readonly BriefItem[] } {
  const first = items.findIndex(({ kind }) => kind !== "prompt");
  const count = first === -1 ? items.length : first;
  return { prompts: items.slice(0, count), rest: items.slice(count) };
}

function askedLines(item: BriefItem, most: number, tokenCost: TokenCost, view: ItemView): readonly string[] {
  const whole = itemLines(item, bare, view);
  if (item.kind !== "prompt" || tokenCost.fits(whole, most)) return whole;
  const lines = item.text && fitText(item.text.excerpt, most - 8, tokenCost);
  return lines === null ? [] : saidLines(item, lines);
}

/** As full as fits in half of the room. */
function fittingItem(item: BriefItem, room: number, tokenCost: TokenCost, view: ItemView): readonly string[] | null {
  for (const detail of details) {
    const lines = itemLines(item, detail, view);
    if (tokenCost.fits(lines, room / 2)) return lines;
  }
  const lines = itemLines(item, bare, view);
  if (tokenCost.fits(lines, room)) return lines;
  if (item.kind !== "reply" && item.kind !== "prompt" && item.kind !== "reasoning") return null;
  const cut = item.text && fitText(item.text.excerpt, room - 10, tokenCost);
  return cut && saidLines(item, cut);
}

function gap(count: number): readonly string[] {
  return count === 0 ? [] : [`[… ${count} ${count === 1 ? "item" : "items"} of this turn left out …]`];
}

function heading({ number, state }: LastTurn): string {
  return number === 0 ? "### History from before turn 1" : `### Turn ${number} (${stateWords[state]})`;
}

const stateWords: Record<TurnState, string> = {
  completed: "ended",
  failed: "failed",
  interrupted: "interrupted",
  stopped: "stopped by the user",
  working: "not over",
};
