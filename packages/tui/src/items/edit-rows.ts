import { exactCode, exactLine, type FileChange, type ItemBody, writtenWords } from "@reprise/model";
import type { Theme } from "../kernel/theme.ts";
import { count, grouped } from "../text/count.ts";
import { withEnding } from "./command-rows.ts";
import { paintedOutcome } from "./outcome.ts";
import { outputRows, wholeRows } from "./output-rows.ts";
import { type RowOptions, rowLimit } from "./row-options.ts";
import { lineCountOf, linesOf } from "./text-lines.ts";
import { oneRow } from "./wrap-rows.ts";

type EditItem = ItemBody & { readonly kind: "edit" };

/** `edit  3 files, +12 −4`; unfolded, each file with its changes. */
export function editRows(item: EditItem, options: RowOptions): string[] {
  const { columns, theme, isFolded } = options;
  const paths = isFolded ? `  ${item.changes.map(pathsOf).join(", ")}` : "";
  const head = oneRow(`edit  ${sizeOf(item.changes)}${paths}`, columns);
  const rows = withEnding([theme("accent", head)], paintedOutcome(item.status, options), columns);
  rows.push(...outputRows(item.reason ?? null, options, { indent: 2 }));
  if (isFolded) return rows;
  for (const change of item.changes) {
    if (rows.length > rowLimit) break;
    rows.push(...changeRows(item, change, options));
  }
  return rows;
}

function pathsOf({ path, movedTo }: FileChange): string {
  return `${exactLine(path)}${movedTo === undefined ? "" : ` → ${exactLine(movedTo)}`}`;
}

function changeRows(item: EditItem, change: FileChange, options: RowOptions): string[] {
  const written = writtenWords(item, change);
  const words = `${change.change} ${pathsOf(change)}${written === "" ? "" : `  (${written})`}`;
  const head = `  ${oneRow(words, options.columns - 2)}`;
  if (change.diff === null) return [head];
  const sign = signOf(change);
  const diff = exactCode(change.diff);
  const text = sign === "" ? diff : signed(sign, diff);
  const paint = (row: string, line: string) => diffRow(row, sign || line, options.theme);
  return [head, ...wholeRows(text, options, { indent: 4, paint })];
}

export function diffRow(row: string, line: string, theme: Theme): string {
  if (/^(?:\+\+\+|---) /.test(line)) return theme("bold", row);
  if (line.startsWith("+")) return theme("added", row);
  if (line.startsWith("-")) return theme("removed", row);
  return line.startsWith("@@") ? theme("dim", row) : row;
}

/** The content of an added or deleted file carries no signs of its own. */
function signOf({ change }: FileChange): string {
  if (change === "add") return "+";
  return change === "delete" ? "-" : "";
}

function signed(sign: string, text: string): string {
  return sign + text.replaceAll("\n", `\n${sign}`);
}

function sizeOf(changes: readonly FileChange[]): string {
  let [added, removed] = [0, 0];
  for (const change of changes) {
    const diff = change.diff ?? "";
    if (change.change === "add") added += lineCountOf(diff);
    else if (change.change === "delete") removed += lineCountOf(diff);
    else
      for (const line of linesOf(diff)) {
        if (line.startsWith("+") && !line.startsWith("+++ ")) added += 1;
        if (line.startsWith("-") && !line.startsWith("--- ")) removed += 1;
      }
  }
  return `${count(changes.length, "file")}, +${grouped(added)} −${grouped(removed)}`;
}
