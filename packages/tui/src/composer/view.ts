import type { Theme } from "../kernel/theme.ts";
import { cutTo } from "../text/fit.ts";
import type { Composer } from "./composer.ts";
import { cursorPosition, rowsAt } from "./cursor-position.ts";
import type { LayoutRow } from "./layout.ts";
import { linesOf } from "./layout.ts";

interface ComposerPicture {
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
  /** Rows are hidden above. */
  readonly hasAbove: boolean;
  readonly hasBelow: boolean;
}

const mark = "› ";

/** Width of the text; the last column is kept for the cursor. */
export function textColumns(columns: number): number {
  return Math.max(1, columns - mark.length - 1);
}

/** As high as its text, up to `mostRows`; the cursor is always visible. */
export function composerPicture(
  { buffer }: Composer,
  columns: number,
  mostRows: number,
  theme: Theme,
  placeholder: string,
): ComposerPicture {
  const width = textColumns(columns);
  if (buffer.text === "")
    return {
      lines: [mark + theme("dim", cutTo(placeholder, width))],
      cursor: { row: 0, column: mark.length },
      hasAbove: false,
      hasBelow: false,
    };
  const place = cursorPosition(buffer, width);
  const { rows, first, hasAbove, hasBelow } = around(
    (line) => rowsAt(buffer, line, width),
    place,
    linesOf(buffer).length,
    mostRows,
  );
  return {
    lines: rows.map(({ shown }, index) => (index === 0 && !hasAbove ? mark : "  ") + shown),
    cursor: { row: first, column: mark.length + Math.min(place.column, width) },
    hasAbove,
    hasBelow,
  };
}

interface Around {
  readonly rows: readonly LayoutRow[];
  /** The cursor's row among them. */
  readonly first: number;
  readonly hasAbove: boolean;
  readonly hasBelow: boolean;
}

/** Collects rows before the cursor's, then after it, so a long text is not laid out in full. */
function around(
  rowsOf: (line: number) => readonly LayoutRow[],
  { line, row }: { readonly line: number; readonly row: number },
  lineCount: number,
  most: number,
): Around {
  const own = rowsOf(line);
  const above = [...own.slice(0, row)];
  let top = line;
  while (above.length < most && top > 0) {
    top -= 1;
    above.unshift(...rowsOf(top));
  }
  const below = [...own.slice(row)];
  let bottom = line;
  while (below.length < most && bottom < lineCount - 1) {
    bottom += 1;
    below.push(...rowsOf(bottom));
  }
  // Keep one row after the cursor's, to show that the text continues.
  const before = Math.min(above.length, Math.max(0, most - Math.min(below.length, 2)));
  const rows = [...above.slice(above.length - before), ...below].slice(0, most);
  return {
    rows,
    first: before,
    hasAbove: before < above.length || top > 0,
    hasBelow: before + below.length > rows.length || bottom < lineCount - 1,
  };
}
