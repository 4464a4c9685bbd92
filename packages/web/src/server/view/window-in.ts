import type { ItemPlace, ViewWindow } from "@reprise/model";
import { badRequest } from "../problem.ts";
import { noOther, wholeNumber } from "../query.ts";

const MOST_ITEMS = 500;

/** `last`, `before=3.17`, `from=3.17` or `turn=3&item=ID`, each with `count`. */
export function viewWindowIn(parameters: Readonly<Record<string, string>>): ViewWindow {
  const { last, before, from, turn, item, count: written = "100", ...rest } = parameters;
  noOther(rest, ["last", "before", "from", "turn", "item", "count", "file"]);
  const count = wholeNumber("count", written, MOST_ITEMS);
  if ([last, before, from, turn].filter((one) => one !== undefined).length !== 1)
    throw badRequest("Give one of last, before, from and turn.");
  if (before !== undefined) return { before: placeIn("before", before), count };
  if (from !== undefined) return { from: placeIn("from", from), count };
  if (turn !== undefined) return { turn: turnNumber(turn), item: item ?? null, count };
  return { last: true, count };
}

/** Turns count from 0: that is history which was put into the session. */
export function turnNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw badRequest("turn takes a whole number.");
}

function placeIn(name: string, text: string): ItemPlace {
  const [, turn, index] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (turn === undefined) throw badRequest(`${name} takes a turn and an item in it, such as 3.17.`);
  return { turn: Number(turn), index: Number(index) };
}
