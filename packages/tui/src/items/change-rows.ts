import { type ChangeBlock, changedLines, changedPaths, signedDiff, signOf } from "@reprise/model";
import type { Theme } from "../kernel/theme.ts";
import { count, grouped } from "../text/count.ts";
import { wholeRows } from "./output-rows.ts";
import type { RowOptions } from "./row-options.ts";
import { oneRow } from "./wrap-rows.ts";

/** `  3 files, +12 −4`; folded, with their paths. */
export function changesLine(files: readonly ChangeBlock[], isFolded: boolean): string {
  const { added, removed } = changedLines(files);
  const paths = isFolded ? `  ${files.map((file) => changedPaths(file)).join(", ")}` : "";
  return `  ${count(files.length, "file")}, +${grouped(added)} −${grouped(removed)}${paths}`;
}

export function changeRows(file: ChangeBlock, options: RowOptions): string[] {
  const { change, diff, written } = file;
  const words = `${change} ${changedPaths(file)}${written === "" ? "" : `  (${written})`}`;
  const head = `  ${oneRow(words, options.columns - 2)}`;
  if (diff === null) return [head];
  const sign = signOf(file);
  const paint = (row: string, line: string) => diffRow(row, sign || line, options.theme);
  return [head, ...wholeRows(signedDiff(file, diff), options, { indent: 4, paint })];
}

export function diffRow(row: string, line: string, theme: Theme): string {
  if (/^(?:\+\+\+|---) /.test(line)) return theme("bold", row);
  if (line.startsWith("+")) return theme("added", row);
  if (line.startsWith("-")) return theme("removed", row);
  return line.startsWith("@@") ? theme("dim", row) : row;
}
