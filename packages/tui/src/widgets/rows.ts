import type { Theme, Tone } from "../kernel/theme.ts";
import { widthOf } from "../text/width.ts";
import { wrap } from "../text/wrap.ts";

/** A paragraph for any screen width. The text must be safe. */
export interface Row {
  readonly text: string;
  readonly tone?: Tone | undefined;
  /** Columns before each of its lines. */
  readonly indent?: number | undefined;
  /** Before the first line only; the others are indented by its width. */
  readonly label?: string | undefined;
  /** Describes a permission wider than before. */
  readonly isWider?: boolean | undefined;
}

/** A line that fits; painted when shown. */
export interface Line {
  readonly text: string;
  readonly tone: Tone;
  readonly isWider?: boolean | undefined;
}

export function heading(text: string): Row {
  return { text, tone: "bold" };
}

const gap: Row = { text: "" };

/** A title with its rows; nothing if there are none. */
export function section(title: string, rows: readonly Row[]): Row[] {
  const below = rows.map((row) => ({ ...row, indent: (row.indent ?? 0) + 2 }));
  return rows.length === 0 ? [] : [gap, heading(title), ...below];
}

/** No line is wider than `columns`. */
export function layOut(rows: readonly Row[], columns: number): Line[] {
  return rows.flatMap(({ text, tone = "plain", indent = 0, label = "", isWider = false }) => {
    const before = Math.min(indent + widthOf(label), Math.floor(columns / 2));
    const lines = wrap(text, columns - before);
    return lines.map((line, index) => {
      const start = index === 0 ? (" ".repeat(indent) + label).slice(0, before) : " ".repeat(before);
      return { text: start.padEnd(before) + line, tone, isWider };
    });
  });
}

export function paint(lines: readonly Line[], theme: Theme): string[] {
  return lines.map(({ text, tone }) => theme(tone, text));
}
