import { tryParseJson } from "@reprise/model";
import type { Files } from "./files.ts";

export interface JsonLines {
  /** The lines that are JSON objects, in order. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Complete lines that are not. */
  readonly badLines: readonly string[];
  /** A last line without its end that is not one either: its writer was stopped. */
  readonly isTorn: boolean;
}

/** None if the file is missing. */
export function readJsonLines(path: string, files: Pick<Files, "text">, mostBytes: number): JsonLines {
  const lines = (files.text(path, mostBytes) ?? "").split("\n");
  const last = lines.pop() ?? "";
  const rows: Record<string, unknown>[] = [];
  const badLines: string[] = [];
  for (const line of lines) {
    const row = rowIn(line);
    if (row) rows.push(row);
    else if (line.trim() !== "") badLines.push(line);
  }
  const row = rowIn(last);
  if (row) rows.push(row);
  return { rows, badLines, isTorn: row === null && last !== "" };
}

function rowIn(line: string): Record<string, unknown> | null {
  const value = tryParseJson(line);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}
