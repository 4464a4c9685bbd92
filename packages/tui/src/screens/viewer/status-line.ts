import { exactLine, safeLine } from "@reprise/model";
import { count, grouped } from "../../text/count.ts";
import { hitOf, indexAfter } from "./find/search-hits.ts";
import { newRowsOf } from "./rows/move.ts";
import { turnAt } from "./rows/row-position.ts";
import type { ViewerState } from "./state.ts";

/** The current message in one line; empty if there is none. */
export function statusOf(state: ViewerState): string {
  if (state.problem !== null) return safeLine(state.problem);
  const parts = [
    state.notice === null ? "" : safeLine(state.notice),
    state.goal && state.turns.length > 0 ? "reading…" : "",
    newRowWords(state),
    searchWords(state),
    state.session.damageCount > 0 && state.search.text === "" && state.notice === null
      ? `${count(state.session.damageCount, "damaged place")} (d)`
      : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function newRowWords(state: ViewerState): string {
  const rows = newRowsOf(state);
  return rows === 0 ? "" : `${count(rows, "new row")} (End)`;
}

function searchWords({ search, cursor, session, ...state }: ViewerState): string {
  if (search.text === "") return "";
  const wanted = search.parts.map((part) => `“${exactLine(part)}”`).join(" ");
  const found = search.hits.length;
  const going = search.isDone
    ? ""
    : ` searching… turn ${grouped(Math.max(0, search.upTo))} of ${grouped(session.turnCount)}`;
  if (found === 0) return `${wanted}${search.isDone ? " is not in this session" : going}`;
  const blocks = turnAt({ ...state }, cursor.turn)?.blocks ?? [];
  const item = blocks.slice(0, cursor.block).filter(({ kind }) => kind === "item").length;
  const here = hitOf(cursor.turn, item);
  const index = indexAfter(search.hits, here - 1);
  const isHere = search.hits[index] === here && blocks[cursor.block]?.kind === "item";
  const place = isHere ? `${grouped(index + 1)} of ${count(found, "item")}` : count(found, "item");
  return `${wanted} ${place}${going}`;
}
