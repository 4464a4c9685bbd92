import { exactCode } from "@reprise/model";
import { linesOf } from "../../items/text-lines.ts";
import { hardRows, proseRows } from "../../items/wrap-rows.ts";
import type { KeyTable } from "../../kernel/keys.ts";
import type { Tone } from "../../kernel/theme.ts";
import type { Field } from "../field.ts";
import type { DiffAction } from "./keys.ts";
import { diffTone } from "./tones.ts";

interface DiffOpening {
  /** Shown where no file is in view. */
  readonly title: string;
  /** Shown until the text is there. */
  readonly waiting: string;
  readonly keys: KeyTable<DiffAction>;
}

/** A diff that fills the screen. */
export interface DiffState {
  readonly opening: DiffOpening;
  /** Null while it is read. */
  readonly text: string | null;
  readonly top: number;
  /** What is looked for; null if nothing is. */
  readonly sought: string | null;
  /** While it is typed. */
  readonly typing: Field | null;
  readonly note: string | null;
}

export function openedDiff(opening: DiffOpening): DiffState {
  return { opening, text: null, top: 0, sought: null, typing: null, note: null };
}

export interface DiffRow {
  readonly text: string;
  readonly tone: Tone;
}

export interface LaidDiff {
  readonly rows: readonly DiffRow[];
  /** The first row of each file, with its name. */
  readonly files: readonly { readonly row: number; readonly name: string }[];
}

const mostRowsOfLine = 200;
let last: { readonly text: string; readonly columns: number; readonly laid: LaidDiff } | null = null;

/** In rows of this width; laid out once. */
export function laidDiff(text: string, columns: number): LaidDiff {
  if (last?.text === text && last.columns === columns) return last.laid;
  const rows: DiffRow[] = [];
  const files: { row: number; name: string }[] = [];
  for (const line of linesOf(text)) {
    if (line.startsWith("diff --git ")) files.push({ row: rows.length, name: nameIn(line) });
    const tone = diffTone(line);
    // What precedes the first file is a remark.
    const rowsOf = files.length === 0 ? proseRows : hardRows;
    for (const row of rowsOf(exactCode(line), columns, mostRowsOfLine)) rows.push({ text: row, tone });
  }
  const laid = { rows, files };
  last = { text, columns, laid };
  return laid;
}

function nameIn(line: string): string {
  return / b\/(.*)$/.exec(line)?.[1] ?? line.slice("diff --git ".length);
}

/** The file that the row is in; null before the first. */
export function fileAt({ files }: LaidDiff, row: number): number | null {
  const at = files.findLastIndex((file) => file.row <= row);
  return at === -1 ? null : at;
}
