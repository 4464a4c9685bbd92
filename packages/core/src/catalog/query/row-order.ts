import type { ListQuery } from "@reprise/model";
import type { SqlValue } from "../../host/database/database.ts";
import {
  type AmountStart,
  decodeAmountCursor,
  decodeCursor,
  encodeAmountCursor,
  encodeCursor,
  type PageEnd,
} from "./page-cursor.ts";

/** Newest first, then by id and home. */
export const newestFirst = "ORDER BY updatedAt DESC, agent, thread, home";

/** A condition on `rollout`. */
export interface RowsAfter {
  readonly where: string;
  readonly values: readonly SqlValue[];
}

/** How a list is sorted, and how its next page is found. */
export interface RowOrder {
  readonly by: string;
  encode(print: string, last: PageEnd, following: PageEnd): string;
  decode(cursor: string, print: string): RowsAfter;
}

export function orderOf({ order = "updated" }: Pick<ListQuery, "order">): RowOrder {
  return orders[order];
}

const byTime: RowOrder = {
  by: newestFirst,
  encode: encodeCursor,
  decode(cursor, print) {
    const { updatedAt, row } = decodeCursor(cursor, print);
    return row ? afterRow({ updatedAt, ...row }) : { where: "updatedAt < ?", values: [updatedAt] };
  },
};

/** Rows with the same amount are sorted by time. */
function byAmount(column: "threadBytes" | "turnCount"): RowOrder {
  return {
    by: `ORDER BY ${column} DESC, updatedAt DESC, agent, thread, home`,
    encode(print, last) {
      const amount = Number((last as unknown as Record<string, SqlValue>)[column]);
      return encodeAmountCursor(print, { ...last, amount });
    },
    decode: (cursor, print) => after(decodeAmountCursor(cursor, print)),
  };

  function after({ amount, ...row }: AmountStart): RowsAfter {
    const same = afterRow(row);
    return {
      where: `(${column} < ? OR (${column} = ? AND ${same.where}))`,
      values: [amount, amount, ...same.values],
    };
  }
}

function afterRow({ updatedAt, agent, thread, home }: PageEnd): RowsAfter {
  return {
    where: "(updatedAt < ? OR (updatedAt = ? AND (agent, thread, home) > (?, ?, ?)))",
    values: [updatedAt, updatedAt, agent, thread, home],
  };
}

const orders = { updated: byTime, size: byAmount("threadBytes"), turns: byAmount("turnCount") };
