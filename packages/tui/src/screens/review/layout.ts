import type { Size } from "../../kernel/screen.ts";
import { listedOf } from "./list/rows.ts";
import type { State } from "./state.ts";
import { statusHeight } from "./status-bar.ts";

/** Rows of each part, from top to bottom; on a wide screen the detail is beside the list. */
export interface Layout {
  readonly head: number;
  readonly list: number;
  readonly detail: number;
  readonly status: number;
  readonly isBeside: boolean;
  readonly listColumns: number;
  readonly detailColumns: number;
}

const wide = 110;
const leastDetail = 2;

export function layoutOf(state: State, { columns, rows }: Size): Layout {
  const head = rows >= 5 ? 2 : 1;
  const status = rows < 12 ? 1 : Math.min(Math.max(2, statusHeight(state, columns)), rows < 20 ? 3 : 5);
  const body = Math.max(1, rows - head - status);
  if (columns >= wide && rows >= 8) {
    const listColumns = Math.floor((columns - 3) * 0.45);
    const detailColumns = columns - 3 - listColumns;
    return { head, list: body, detail: body, status, isBeside: true, listColumns, detailColumns };
  }
  // The rule above the detail is part of it.
  const detail = body < leastDetail + 2 ? 0 : Math.max(leastDetail + 1, body - listHeight(state, body));
  return {
    head,
    list: body - detail,
    detail,
    status,
    isBeside: false,
    listColumns: columns,
    detailColumns: columns,
  };
}

/** No more than the comments need, and at most half. */
function listHeight(state: State, body: number): number {
  const { length } = listedOf(state).rows;
  return Math.max(1, Math.min(Math.max(3, length), Math.ceil(body / 2), body - leastDetail - 1));
}

/** Lines of the detail that are visible at once. */
export function detailHeight({ detail, isBeside }: Layout): number {
  return isBeside ? detail : Math.max(0, detail - 1);
}
