import type { ReviewComment } from "../reviews.ts";

const names = {
  id: "id",
  author: "author",
  filePath: "file_path",
  lineNumber: "line_number",
  originalLineNumber: "original_line_number",
  body: "body",
  diffHunk: "diff_hunk",
  commitSha: "commit_sha",
  inReplyToId: "in_reply_to_id",
  createdAt: "created_at",
  resolved: "resolved",
} as const satisfies Record<keyof ReviewComment, string>;

/** JSONL, in the given order. Missing fields are omitted. */
export function commentLines(comments: readonly ReviewComment[]): string {
  return comments.map((comment) => `${commentLine(comment)}\n`).join("");
}

function commentLine(comment: ReviewComment): string {
  const fields = Object.entries(names).flatMap(([ours, name]) => {
    const value = comment[ours as keyof ReviewComment];
    return value === null ? [] : [[name, value] as const];
  });
  return JSON.stringify(Object.fromEntries(fields)).replace(invisible, escaped);
}

/** What a terminal or a model could take for a line end or not see at all. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
