import { exactLine, localTime, type ReviewComment, safeBody } from "@reprise/model";
import type { Paint } from "../paint.ts";

/** `src/a.ts:12 · alice · 2026-11-17 10:00 · resolved · 1700000001`, on one line. */
export function commentHead(comment: ReviewComment, paint: Paint): string {
  const { author, createdAt, resolved, id } = comment;
  const parts = [
    exactLine(author ?? "unknown"),
    createdAt === null ? null : localTime(createdAt),
    resolved === null ? null : resolved ? "resolved" : "unresolved",
    String(id),
  ].filter((part) => part !== null);
  return `${paint("bold", placeOf(comment))} ${paint("dim", `· ${parts.join(" · ")}`)}`;
}

function placeOf({ filePath, lineNumber, originalLineNumber }: ReviewComment): string {
  if (filePath === null) return "(no file)";
  if (lineNumber !== null) return `${exactLine(filePath)}:${lineNumber}`;
  return originalLineNumber === null ? exactLine(filePath) : `${exactLine(filePath)}:${originalLineNumber} (outdated)`;
}

/** Text of others, each line behind two spaces. */
export function indented(text: string): string {
  return safeBody(text)
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
}
