import { asTimestamp, type ReviewComment } from "@reprise/model";
import { fieldOf, isForeign, numberOf, textOf } from "../../agents/foreign.ts";

/** A comment of the REST interface; null if it is none. Everything but the id may be missing. */
export function commentOf(value: unknown): ReviewComment | null {
  if (!isForeign(value)) return null;
  const id = countOf(value.id);
  if (id === null) return null;
  return {
    id,
    author: plain(fieldOf(value, "user", "login")),
    filePath: plain(value.path),
    lineNumber: countOf(value.line),
    originalLineNumber: countOf(value.original_line),
    body: plain(value.body),
    diffHunk: plain(value.diff_hunk),
    commitSha: plain(value.commit_id),
    inReplyToId: countOf(value.in_reply_to_id),
    createdAt: asTimestamp(textOf(value.created_at)),
    resolved: null,
  };
}

/** Texts of others may hold halves of characters, which no file and no agent takes. */
export function plain(value: unknown): string | null {
  return textOf(value)?.toWellFormed() ?? null;
}

export function countOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}
