import { SessionError } from "@reprise/model";

/** Start of a page: the library's cursor, and the number of its first row, which only the pager knows. */
interface PageStart {
  readonly start: number;
  readonly cursor: string | undefined;
}

export function readCursor(text: string | null): PageStart {
  if (text === null) return { start: 1, cursor: undefined };
  const match = /^([1-9]\d{0,14})\.(.+)$/s.exec(text);
  if (match === null) {
    throw new SessionError("bad-use", "--cursor takes the `next` of an earlier page. Start again without it.");
  }
  return { start: Number(match[1]), cursor: match[2] };
}

export function writeCursor(start: number, cursor: string): string {
  return `${start}.${cursor}`;
}
