import { SessionError, tryParseJson } from "@reprise/model";
import type { Files } from "../host/files/files.ts";

export interface LogLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  readonly fromByte: number;
  /** After its newline. */
  readonly toByte: number;
  /** False: the last line, without its end. */
  readonly hasEnd: boolean;
}

export type Row = Readonly<Record<string, unknown>>;

export interface LogFormat<Item> {
  /** A longer file is refused. */
  readonly mostBytes: number;
  /** Null: the row is none of ours. */
  readonly decode: (row: Row) => Item | null;
  /** A row of a newer version refuses the file, since it may change what the others mean; null: it is passed over by `decode`. */
  readonly newest: { readonly version: number; readonly advice: string } | null;
}

export interface LogReading<Item> {
  readonly items: readonly Item[];
  /** Whole lines that are no items. */
  readonly badLines: readonly string[];
  /** The last line is cut off: its writer was stopped before it was saved. */
  readonly isTorn: boolean;
}

/** No item if the file is missing. Throws `newer-version`, or `unreadable` if the system refuses or it is too long. */
export function readLog<Item>(path: string, files: Pick<Files, "open">, format: LogFormat<Item>): LogReading<Item> {
  const items: Item[] = [];
  const badLines: string[] = [];
  let isTorn = false;
  for (const { text, hasEnd } of logLines(path, files, format.mostBytes) ?? []) {
    const row = rowIn(text);
    if (row) checkVersion(row, path, format.newest);
    const item = row && format.decode(row);
    if (item !== null) items.push(item);
    else if (!hasEnd && row === null) isTorn = true;
    else if (text.trim() !== "") badLines.push(text);
  }
  return { items, badLines, isTorn };
}

/** All lines of a log, without their ends; null if it is missing. Throws `unreadable`. */
export function logLines(path: string, files: Pick<Files, "open">, mostBytes: number): LogLine[] | null {
  const bytes = bytesOf(path, files, mostBytes);
  if (bytes === null) return null;
  const lines: LogLine[] = [];
  for (let fromByte = 0; fromByte < bytes.length; ) {
    const newline = bytes.indexOf(10, fromByte);
    const end = newline === -1 ? bytes.length : newline;
    const text = bytes.toString("utf8", fromByte, end);
    const hasEnd = newline !== -1;
    const toByte = hasEnd ? end + 1 : end;
    lines.push({ text, number: lines.length + 1, fromByte, toByte, hasEnd });
    fromByte = toByte;
  }
  return lines;
}

/** Throws `newer-version`. */
export function checkVersion(
  { v }: { readonly v?: unknown },
  path: string,
  newest: LogFormat<unknown>["newest"],
): void {
  if (newest === null || typeof v !== "number" || v <= newest.version) return;
  const found = `${path} was written by a newer Reprise (format ${v}, this one reads ${newest.version}).`;
  throw new SessionError("newer-version", `${found} ${newest.advice}`);
}

function bytesOf(path: string, files: Pick<Files, "open">, mostBytes: number): Buffer | null {
  const reader = files.open(path);
  if (!reader) return null;
  try {
    const pieces: Buffer[] = [];
    for (let size = 0; ; ) {
      const piece = Buffer.allocUnsafe(256 * 1024);
      const count = reader.read(piece, 0);
      // A log is a plain file, which is read at once.
      if (typeof count !== "number") throw new TypeError(`${path} is no plain file.`);
      if (count === 0) return Buffer.concat(pieces);
      size += count;
      if (size > mostBytes)
        throw new SessionError("unreadable", `${path} has more than ${mostBytes / 1024 ** 2} MB: no log is so long.`);
      pieces.push(piece.subarray(0, count));
    }
  } finally {
    reader.close();
  }
}

function rowIn(line: string): Row | null {
  const value = tryParseJson(line);
  return typeof value === "object" && value !== null ? (value as Row) : null;
}
