import { type DiffDocument, exactCode } from "@reprise/model";
import { diffWordsWithSpace, structuredPatch } from "diff";

/** A part of a line; `isChanged`: the other side has something else there. */
export interface LinePart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** One line of a diff. `gap`: unchanged lines that are left out, or a note. */
export interface DiffRow {
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly old: number | null;
  readonly new: number | null;
  readonly parts: readonly LinePart[];
}

const contextLines = 4;
/** Beyond this, finding the shortest edit takes too long to wait for. */
const mostEdits = 5000;
const mostPairs = 400;
const longestPair = 400;

/** The change of a document line by line; null if nothing is known of it. */
export function diffRows(document: DiffDocument): readonly DiffRow[] | null {
  const { change, original, modified, diff } = document;
  const isWhole =
    change === "add"
      ? modified !== null
      : change === "delete"
        ? original !== null
        : original !== null && modified !== null;
  const lines = isWhole ? changedLines(original ?? "", modified ?? "") : null;
  if (lines !== null) return withWords(lines);
  if (diff === null) return null;
  if (change === "add") return wholeText(diff, "added");
  if (change === "delete") return wholeText(diff, "removed");
  return withWords(unifiedLines(diff));
}

/** Null if it takes too long. */
function changedLines(original: string, modified: string): readonly DiffRow[] | null {
  const options = { context: contextLines, maxEditLength: mostEdits };
  const patch = structuredPatch("", "", original, modified, undefined, undefined, options);
  if (patch === undefined) return null;
  let next = 1;
  return patch.hunks.flatMap(({ oldStart, newStart, oldLines, lines }) => {
    const left = oldStart - next;
    next = oldStart + oldLines;
    return [
      ...(left > 0 ? [gap(left === 1 ? "1 unchanged line" : `${left} unchanged lines`)] : []),
      ...hunkRows(lines, oldStart, newStart),
    ];
  });
}

/** Hunks as agents record them: with `@@` lines, whose numbers may be missing. */
function unifiedLines(diff: string): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let [lines, oldStart, newStart]: [string[], number, number] = [[], 1, 1];
  const flush = () => {
    rows.push(...hunkRows(lines, oldStart, newStart));
    lines = [];
  };
  // Only at the start: further down, `--- a` is the line `-- a`, removed.
  const hunks = diff.replace(/^--- .*\n\+\+\+ .*\n/, "").replace(/\n$/, "");
  for (const line of hunks.split("\n")) {
    if (!line.startsWith("@@")) {
      lines.push(line);
      continue;
    }
    flush();
    const [, from, to] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? [];
    [oldStart, newStart] = [Number(from ?? 1), Number(to ?? 1)];
    rows.push(gap(exactCode(line)));
  }
  flush();
  return rows;
}

function hunkRows(lines: readonly string[], oldStart: number, newStart: number): readonly DiffRow[] {
  let [old, now] = [oldStart, newStart];
  return lines.map((line) => {
    const text = exactCode(line.slice(1));
    if (line.startsWith("\\")) return gap(line.slice(1).trim());
    if (line.startsWith("+")) return { kind: "added", old: null, new: now++, parts: plain(text) };
    if (line.startsWith("-")) return { kind: "removed", old: old++, new: null, parts: plain(text) };
    return { kind: "same", old: old++, new: now++, parts: plain(text) };
  });
}

function wholeText(text: string, kind: "added" | "removed"): readonly DiffRow[] {
  const lines = exactCode(text).split("\n");
  return lines.map((line, index) => ({
    kind,
    old: kind === "removed" ? index + 1 : null,
    new: kind === "added" ? index + 1 : null,
    parts: plain(line),
  }));
}

/** Marks the words that differ where lines were replaced one by one. */
function withWords(rows: readonly DiffRow[]): readonly DiffRow[] {
  const marked = [...rows];
  let pairs = 0;
  for (const [removed, added] of replacedLines(rows)) {
    const [before, after] = [textOf(rows[removed]), textOf(rows[added])];
    if (before.length > longestPair || after.length > longestPair) continue;
    pairs += 1;
    if (pairs > mostPairs) break;
    const words = diffWordsWithSpace(before, after);
    const kept = words.filter((word) => !word.added && !word.removed).reduce((sum, { value }) => sum + value.length, 0);
    // With little in common, marks would only distract.
    if (kept * 3 < Math.max(before.length, after.length)) continue;
    const side = (isOld: boolean) =>
      words
        .filter((word) => (isOld ? !word.added : !word.removed))
        .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
    for (const [index, isOld] of [
      [removed, true],
      [added, false],
    ] as const) {
      const row = rows[index];
      if (row !== undefined) marked[index] = { ...row, parts: side(isOld) };
    }
  }
  return marked;
}

/** Indices of lines that replace each other: a run of removed ones, then as many added ones. */
function* replacedLines(rows: readonly DiffRow[]): Generator<readonly [number, number]> {
  for (let at = 0; at < rows.length; ) {
    const removed = runLength(rows, at, "removed");
    const added = runLength(rows, at + removed, "added");
    if (removed > 0 && removed === added)
      for (let offset = 0; offset < removed; offset += 1) yield [at + offset, at + removed + offset];
    at += Math.max(1, removed + added);
  }
}

export function runLength(rows: readonly DiffRow[], from: number, kind: DiffRow["kind"]): number {
  let length = 0;
  while (rows[from + length]?.kind === kind) length += 1;
  return length;
}

function textOf(row: DiffRow | undefined): string {
  return row?.parts.map(({ text }) => text).join("") ?? "";
}

function plain(text: string): readonly LinePart[] {
  return [{ text, isChanged: false }];
}

function gap(words: string): DiffRow {
  return { kind: "gap", old: null, new: null, parts: plain(words) };
}
