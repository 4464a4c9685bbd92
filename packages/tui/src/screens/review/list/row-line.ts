import { type CommentReport, exactLine, type Marker, type ReviewComment, safeLine } from "@reprise/model";
import type { Theme, Tone } from "../../../kernel/theme.ts";
import { cutTo, fit } from "../../../text/fit.ts";
import { highlight } from "../../../text/highlight.ts";
import type { ListRow } from "./rows.ts";

export const outcomeMarks: Readonly<Record<CommentReport["outcome"], readonly [string, Tone]>> = {
  changed: ["✓", "good"],
  elsewhere: ["~", "warn"],
  unchanged: ["–", "dim"],
  unknown: ["?", "dim"],
};

export interface RowMarks {
  readonly isChosen: boolean;
  /** A run works on it alone, or on a few. */
  readonly isPicked: boolean;
  readonly outcome: CommentReport["outcome"] | null;
  readonly isPosted: boolean;
  /** Where the words of a search are. */
  readonly marker: Marker | null;
}

/** `›●✓■ [alice] src/a.ts:12: Rename this`. */
export function rowLine(row: ListRow, marks: RowMarks, columns: number, theme: Theme): string {
  const { comment, isReply } = row;
  const [outcome, tone] = marks.outcome === null ? [" ", "plain" as const] : outcomeMarks[marks.outcome];
  const resolved = resolvedMark(comment, marks.isPosted);
  const before = `${marks.isChosen ? "›" : " "}${marks.isPicked ? "●" : " "}`;
  const text = `${isReply ? "  ↳ " : ""}${rowText(comment, isReply)}`;
  const { marker } = marks;
  if (marks.isChosen)
    return highlight(fit(`${before}${outcome}${resolved} ${text}`, columns), marker, "highlight", theme);
  const shown = cutTo(text, columns - 5);
  return cutTo(
    `${before}${theme(tone, outcome)}${theme("dim", resolved)} ${highlight(shown, marker, comment.resolved === true ? "dim" : "plain", theme)}`,
    columns,
  );
}

/** The thread is resolved, or not; a reply was posted; nothing if it is unknown. */
function resolvedMark({ resolved }: ReviewComment, isPosted: boolean): string {
  if (isPosted) return "↩";
  if (resolved === null) return " ";
  return resolved ? "■" : "□";
}

function rowText(comment: ReviewComment, isReply: boolean): string {
  const author = `[${authorOf(comment)}]`;
  const preview = previewOf(comment);
  return isReply ? `${author} ${preview}` : `${author} ${placeOf(comment)}: ${preview}`;
}

export function authorOf({ author }: ReviewComment): string {
  return exactLine(author ?? "unknown");
}

/** `src/a.ts:12`; the original line where the line is gone. */
export function placeOf({ filePath, lineNumber, originalLineNumber }: ReviewComment): string {
  if (filePath === null) return "(no file)";
  const line = lineNumber ?? originalLineNumber;
  return line === null ? exactLine(filePath) : `${exactLine(filePath)}:${line}`;
}

const mostPreview = 200;

/** The first line with words in it. */
export function previewOf({ body }: ReviewComment): string {
  const first = /\S[^\n]*/.exec(body?.slice(0, 4 * mostPreview) ?? "")?.[0] ?? "";
  return first === "" ? "(no text)" : safeLine(first.slice(0, mostPreview)).trimEnd();
}
