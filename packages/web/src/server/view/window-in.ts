import type { ItemPlace, ViewWindow } from "@reprise/model";
import type { QueryOf, sessionRoutes } from "@reprise/model/routes";
import { badRequest } from "../problem.ts";

/** `last`, `before=3.17`, `from=3.17` or `turn=3&item=ID`, each with `count`. */
export function viewWindowIn(query: Omit<QueryOf<typeof sessionRoutes.viewSession>, "file">): ViewWindow {
  const { last, before, from, turn, item, count } = query;
  if ([last, before, from, turn].filter((one) => one !== undefined).length !== 1)
    throw badRequest("Give one of last, before, from and turn.");
  if (before !== undefined) return { before: placeIn("before", before), count };
  if (from !== undefined) return { from: placeIn("from", from), count };
  if (turn !== undefined) return { turn, item: item ?? null, count };
  return { last: true, count };
}

function placeIn(name: string, text: string): ItemPlace {
  const [, turn, index] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (turn === undefined) throw badRequest(`${name} takes a turn and an item in it, such as 3.17.`);
  return { turn: Number(turn), index: Number(index) };
}
