import { SessionError, tryParseJson } from "@reprise/model";

/** Orders rows that have the same sort value. */
interface RowPlace {
  readonly agent: string;
  readonly thread: string;
  readonly home: string;
}

/** The last row of a page. */
export interface PageEnd extends RowPlace {
  readonly updatedAt: string;
}

/** The next page starts after this time, or after this row of that time, whatever was added meanwhile. */
export interface PageStart {
  readonly updatedAt: string;
  readonly row: RowPlace | null;
}

/** The same for pages that are sorted by an amount before the time. */
export interface AmountStart extends PageEnd {
  readonly amount: number;
}

/** The time alone is enough, and short, unless the next row has the same. `print` identifies the query. */
export function encodeCursor(print: string, last: PageEnd, following: PageEnd): string {
  const { updatedAt, agent, thread, home } = last;
  const ms = Date.parse(updatedAt);
  const isExact = !Number.isNaN(ms) && ms >= 0 && timeOf(ms) === updatedAt;
  if (isExact && following.updatedAt !== updatedAt) return `${print}-${ms.toString(36)}`;
  return packed([print, updatedAt, agent, thread, home]);
}

export function encodeAmountCursor(print: string, last: AmountStart): string {
  const { amount, updatedAt, agent, thread, home } = last;
  return packed([print, String(amount), updatedAt, agent, thread, home]);
}

/** Throws `bad-use` for an invalid cursor or one of another query. */
export function decodeCursor(cursor: string, print: string): PageStart {
  const time = timeIn(cursor, print);
  if (time !== null) return { updatedAt: time, row: null };
  const [updatedAt, agent, thread, home] = unpacked(cursor, print);
  return { updatedAt, row: { agent, thread, home } };
}

/** Throws `bad-use` as above. */
export function decodeAmountCursor(cursor: string, print: string): AmountStart {
  if (timeIn(cursor, print) !== null) throw noCursor();
  const [amount, updatedAt, agent, thread, home] = unpacked(cursor, print);
  if (home === undefined || !/^\d+$/.test(amount)) throw noCursor();
  return { amount: Number(amount), updatedAt, agent, thread, home };
}

function timeIn(cursor: string, print: string): string | null {
  const [, owner, time] = /^([0-9a-f]+)-([0-9a-z]{1,11})$/.exec(cursor) ?? [];
  if (owner === undefined || time === undefined) return null;
  const ms = Number.parseInt(time, 36);
  if (ms > latest) return null;
  checkOwner(owner, print);
  return timeOf(ms);
}

function packed(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

type Parts = readonly [string, string, string, string, string?];

function unpacked(cursor: string, print: string): Parts {
  const value = tryParseJson(Buffer.from(cursor, "base64url").toString("utf8"));
  const parts = Array.isArray(value) && value.every((part) => typeof part === "string") ? value : [];
  const [owner, ...rest] = parts as string[];
  if (owner === undefined || rest.length < 4) throw noCursor();
  checkOwner(owner, print);
  return rest as unknown as Parts;
}

function checkOwner(owner: string, print: string): void {
  if (owner === print) return;
  throw new SessionError(
    "bad-use",
    "The cursor belongs to another query. Use it with the same scope, filters and order, or start again without it.",
  );
}

function noCursor(): SessionError {
  return new SessionError("bad-use", "This is not a cursor. Use the value of `next` as it was given.");
}

const latest = 8_640_000_000_000_000;

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
