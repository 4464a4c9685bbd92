import { type CommentReport, exactLine, type ReviewChange, type ReviewComment, safeLine } from "@reprise/model";
import type { Tone } from "../design/tone.ts";

export function authorOf({ author }: Pick<ReviewComment, "author">): string {
  return author === null ? "unknown" : exactLine(author);
}

/** `src/cart.ts:12`. The line where it was made, if it is gone since. */
export function placeOf({ filePath, lineNumber, originalLineNumber }: ReviewComment): string {
  if (filePath === null) return "(no file)";
  const line = lineNumber ?? originalLineNumber;
  return exactLine(line === null ? filePath : `${filePath}:${line}`);
}

/** Its first line with words. */
export function previewOf({ body }: Pick<ReviewComment, "body">): string {
  const line = (body ?? "").split("\n").find((one) => one.trim() !== "");
  return line === undefined ? "(no text)" : safeLine(line.trim());
}

export const resolutionWords = (resolved: boolean | null): string | null =>
  resolved === null ? null : resolved ? "resolved" : "unresolved";

interface OutcomeMark {
  readonly sign: string;
  readonly tone: Tone;
}

export const outcomeMarks: Readonly<Record<CommentReport["outcome"], OutcomeMark>> = {
  changed: { sign: "✓", tone: "good" },
  elsewhere: { sign: "~", tone: "caution" },
  unchanged: { sign: "–", tone: "plain" },
  unknown: { sign: "?", tone: "plain" },
};

const kinds: Readonly<Record<ReviewChange["kind"], string>> = {
  add: "added",
  update: "changed",
  delete: "deleted",
  move: "moved",
};

/** `changed, +3 −1, lines 12–14, 20`. */
export function changeWords({ kind, added, removed, lines, isByEdit }: ReviewChange): string {
  const counts = added === null && removed === null ? null : `+${added ?? 0} −${removed ?? 0}`;
  const places = lines.map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`));
  const single = lines.length === 1 && lines[0]?.start === lines[0]?.end;
  const where = places.length === 0 ? null : `${single ? "line" : "lines"} ${places.join(", ")}`;
  const by = isByEdit ? null : "by a command";
  return [kinds[kind], counts, where, by].filter((part) => part !== null).join(", ");
}

/** Of each file or author, how many comments; most first. */
export function countedBy(
  comments: readonly ReviewComment[],
  part: "filePath" | "author",
): readonly (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const comment of comments) {
    const value = comment[part];
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** The other answers in the thread of a comment. */
export function repliesTo(
  comments: readonly ReviewComment[],
  { id, inReplyToId }: ReviewComment,
): readonly ReviewComment[] {
  const first = inReplyToId ?? id;
  return comments.filter((one) => one.inReplyToId === first && one.id !== id);
}

/** Those that came after a moment, or may have. */
export function repliesAfter(replies: readonly ReviewComment[], since: string | null): readonly ReviewComment[] {
  return replies.filter(
    ({ createdAt }) => since === null || createdAt === null || Date.parse(createdAt) >= Date.parse(since),
  );
}

/** Without those that were written after a moment: no run that ended before can have worked on them. */
export function writtenUntil(comments: readonly ReviewComment[], until: string): readonly ReviewComment[] {
  return comments.filter(({ createdAt }) => createdAt === null || Date.parse(createdAt) <= Date.parse(until));
}
