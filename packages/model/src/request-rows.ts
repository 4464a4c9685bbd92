import { type RequestPart, requestParts } from "./request-parts.ts";
import type { Request } from "./run.ts";

/** One row on a screen: the part that is ours, then text of the request behind a bar. */
export interface RequestRow {
  readonly lead: string;
  readonly text: string;
  readonly isDiff: boolean;
}

export interface RowRoom {
  /** Null: not known; lines are not broken. */
  readonly columns: number | null;
  /** Breaks one line into rows of at most so many columns, losing nothing. */
  readonly broken: (line: string, columns: number) => readonly string[];
}

/** Below this many columns labels get rows of their own. */
const leastForLabels = 40;

/**
 * A request as rows. Every row of its text follows a bar, `│` at the start of a line and `┊` where a long line continues,
 * and nothing of ours does: no text of a request can pass for a label, an answer or a prompt of ours.
 */
export function requestRows(request: Request, room: RowRoom): readonly RequestRow[] {
  return partRows(requestParts(request), room);
}

export function partRows(parts: readonly RequestPart[], room: RowRoom): readonly RequestRow[] {
  const isNarrow = room.columns !== null && room.columns < leastForLabels;
  const indent = isNarrow ? 0 : Math.max(...parts.map(({ label }) => label.length)) + 1;
  return parts.flatMap(({ label, text, isDiff }) => {
    const own = isNarrow && label !== "" ? [{ lead: `${label}:`, text: "", isDiff: false }] : [];
    const rows = text.split("\n").flatMap((line) => linesRows(line, indent, room));
    const first = isNarrow ? "" : label;
    return [
      ...own,
      ...rows.map(({ mark, row }, index) => ({
        lead: `${(index === 0 ? first : "").padEnd(indent)}${mark} `,
        text: row,
        isDiff,
      })),
    ];
  });
}

function linesRows(line: string, indent: number, { columns, broken }: RowRoom) {
  const rows = columns === null ? [line] : broken(line, Math.max(1, columns - indent - 2));
  return (rows.length === 0 ? [""] : rows).map((row, index) => ({ mark: index === 0 ? "│" : "┊", row }));
}
