import type { CommentReport, ReviewChange, ReviewComment } from "../reviews.ts";
import { codeSpan } from "../text/markdown-text.ts";

const mostFiles = 5;
const mostRanges = 5;

/** A reply that says what was changed, and nothing that is not known. */
export function replyDraft(
  outcome: CommentReport["outcome"],
  own: readonly ReviewChange[],
  all: readonly ReviewChange[],
  comment: ReviewComment,
): string {
  const { filePath } = comment;
  if (filePath === null) return filesDraft(all);
  if (outcome === "unknown") return `No edit of ${codeSpan(filePath)} was recorded for this comment.`;
  if (outcome === "unchanged") return `No change was made to ${codeSpan(filePath)} for this comment.`;
  const sentences = own.map(sentenceOf);
  if (outcome === "elsewhere" && own.every(({ lines }) => lines.length > 0))
    sentences.push(
      comment.lineNumber === null
        ? "The line of this comment is no longer there."
        : `Nothing was changed near line ${comment.lineNumber}.`,
    );
  return sentences.join(" ");
}

function filesDraft(all: readonly ReviewChange[]): string {
  if (all.length === 0) return "No file was changed.";
  const names = all.slice(0, mostFiles).map(({ path }) => codeSpan(path));
  const more = all.length > mostFiles ? ` and ${all.length - mostFiles} more` : "";
  return `Changed: ${names.join(", ")}${more}.`;
}

const verbs = { add: "Added", update: "Changed", delete: "Deleted", move: "Moved to" } as const;

function sentenceOf({ path, kind, lines }: ReviewChange): string {
  const where = kind === "delete" || kind === "add" || lines.length === 0 ? "" : `, ${rangesOf(lines)}`;
  return `${verbs[kind]} ${codeSpan(path)}${where}.`;
}

function rangesOf(lines: ReviewChange["lines"]): string {
  const ranges = lines.slice(0, mostRanges).map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`));
  const isOne = lines.length === 1 && lines[0]?.start === lines[0]?.end;
  return `${isOne ? "line" : "lines"} ${ranges.join(", ")}${lines.length > mostRanges ? " and more" : ""}`;
}
