import { exactLine, type Marker, safeLine } from "@reprise/model";
import { hintsOf } from "../../kernel/keys.ts";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { grouped } from "../../text/count.ts";
import { apart, cutTo } from "../../text/fit.ts";
import { highlight } from "../../text/highlight.ts";
import { fieldLine } from "../field-line.ts";
import { hintLine } from "../footer.ts";
import { type DiffState, fileAt, laidDiff } from "./state.ts";

/** Head and foot. */
export function diffHeight({ rows }: Size): number {
  return Math.max(1, rows - 2);
}

export function diffView(diff: DiffState, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const height = diffHeight(size);
  const laid = laidDiff(diff.text ?? "", columns);
  const at = fileAt(laid, diff.top);
  const file = at === null ? null : laid.files[at];
  const end = Math.min(laid.rows.length, diff.top + height);
  const place =
    diff.text === null
      ? ""
      : `${at === null ? "" : `file ${at + 1}/${laid.files.length} · `}${grouped(end)} of ${grouped(laid.rows.length)}`;
  const marker = diff.sought === null ? null : literalMarker(diff.sought);
  const shown = laid.rows.slice(diff.top, end).map(({ text, tone }) => highlight(text, marker, tone, theme));
  const none = diff.text === null ? diff.opening.waiting : "The diff is empty.";
  const body = shown.length === 0 ? [theme("dim", cutTo(none, columns))] : shown;
  const foot = footLine(diff, columns, theme);
  const lines = [
    theme("bold", apart(file ? exactLine(file.name) : diff.opening.title, place, columns)),
    ...Array.from({ length: height }, (_, index) => body[index] ?? ""),
    foot.text,
  ];
  const cursor = foot.column === null ? null : { row: Math.min(rows, lines.length) - 1, column: foot.column };
  return { lines: lines.slice(0, rows), cursor };
}

function footLine({ typing, note, opening }: DiffState, columns: number, theme: Theme) {
  if (typing !== null) {
    const field = fieldLine("/", typing, columns);
    return { text: cutTo(safeLine(field.text), columns), column: field.column };
  }
  const text = note === null ? hintLine(hintsOf(opening.keys), columns, theme) : theme("warn", cutTo(note, columns));
  return { text, column: null };
}

function literalMarker(sought: string): Marker {
  const pattern = new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  return (text) => [...text.matchAll(pattern)].map(({ 0: found, index }) => [index, index + found.length]);
}
