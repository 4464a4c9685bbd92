import { SessionError, tryParseJson } from "@reprise/model";

/** The last row of a page. */
export interface PageEnd {
  readonly updatedAt: string;
  readonly agent: string;
  readonly thread: string;
  readonly home: string;
}

/** The next page starts after this time, or after this row of that time, whatever was added meanwhile. */
export interface PageStart {
  readonly updatedAt: string;
  readonly row: Pick<PageEnd, "agent" | "thread" | "home"> | null;
}

/** The time alone is enough, and short, unless the next row has the same. `print` identifies the query. */
export function encodeCursor(print: string, last: PageEnd, following: PageEnd): string {
  const { updatedAt, agent, thread, home } = last;
  const ms = Date.parse(updatedAt);
  const isExact = !Number.isNaN(ms) && ms >= 0 && timeOf(ms) === updatedAt;
  if (isExact && following.updatedAt !== updatedAt) return `${print}-${ms.toString(36)}`;
  return Buffer.from(JSON.stringify([print, updatedAt, agent, thread, home])).toString("base64url");
}

/** Throws `bad-use` for an invalid cursor or one of another query. */
export function decodeCursor(cursor: string, print: string): PageStart {
  const { owner, start } = timeIn(cursor) ?? rowIn(cursor);
  if (owner === print) return start;
  throw new SessionError(
    "bad-use",
    "The cursor belongs to another query. Use it with the same scope and filters, or start again without it.",
  );
}

interface Decoded {
  readonly owner: string;
  readonly start: PageStart;
}

function timeIn(cursor: string): Decoded | null {
  const [, owner, time] = /^([0-9a-f]+)-([0-9a-z]{1,11})$/.exec(cursor) ?? [];
  if (owner === undefined || time === undefined) return null;
  const ms = Number.parseInt(time, 36);
  return ms > latest ? null : { owner, start: { updatedAt: timeOf(ms), row: null } };
}

function rowIn(cursor: string): Decoded {
  const value = tryParseJson(Buffer.from(cursor, "base64url").toString("utf8"));
  const parts: string[] =
    Array.isArray(value) && value.every((part) => typeof part === "string") ? value : [];
  const [owner, updatedAt, agent, thread, home] = parts;
  if (
    owner === undefined ||
    updatedAt === undefined ||
    agent === undefined ||
    thread === undefined ||
    home === undefined
  )
    throw new SessionError("bad-use", "This is not a cursor. Use the value of `next` as it was given.");
  return { owner, start: { updatedAt, row: { agent, thread, home } } };
}

const latest = 8_640_000_000_000_000;

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
