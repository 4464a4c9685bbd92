import {
  type CommentReport,
  commentOutcomeWords,
  count,
  exactCode,
  exactLine,
  grouped,
  type ReviewChange,
  type ReviewComment,
  zonedTime,
} from "@reprise/model";
import { linesOf } from "../../../items/text-lines.ts";
import { hardRows, proseRows } from "../../../items/wrap-rows.ts";
import type { Tone } from "../../../kernel/theme.ts";
import { diffTone } from "../../../widgets/diff/tones.ts";
import type { Line } from "../../../widgets/rows.ts";
import { authorOf, placeOf } from "./row-line.ts";

/** What is known about a comment besides itself. */
export interface Details {
  readonly report: CommentReport | null;
  /** The reply as it would be posted. */
  readonly draft: string | null;
  readonly isPosted: boolean;
  readonly hasHead: boolean;
}

/** Text is hard to read in longer lines. */
const widestText = 100;
const mostRows = 5_000;

const known = new WeakMap<
  ReviewComment,
  { readonly columns: number; readonly details: Details; readonly lines: readonly Line[] }
>();

/** The whole comment in lines of this width. */
export function detailLines(comment: ReviewComment, details: Details, columns: number): readonly Line[] {
  const before = known.get(comment);
  if (before?.columns === columns && isSame(before.details, details)) return before.lines;
  const lines = [
    ...(details.hasHead ? headLines(comment, columns) : []),
    ...proseLines(comment.body ?? "(no text)", columns, "plain"),
    ...reportLines(details, columns),
    ...hunkLines(comment.diffHunk, columns),
  ];
  known.set(comment, { columns, details, lines });
  return lines;
}

function isSame(one: Details, other: Details): boolean {
  return (
    one.report === other.report &&
    one.draft === other.draft &&
    one.isPosted === other.isPosted &&
    one.hasHead === other.hasHead
  );
}

function headLines(comment: ReviewComment, columns: number): Line[] {
  const { createdAt, commitSha, resolved, lineNumber, originalLineNumber } = comment;
  const facts = [
    resolved === null ? "resolution unknown" : resolved ? "resolved" : "unresolved",
    lineNumber === null && originalLineNumber !== null ? "the line is gone" : null,
    createdAt === null ? null : zonedTime(createdAt),
    commitSha === null ? null : `commit ${exactLine(commitSha.slice(0, 10))}`,
    `id ${comment.id}`,
  ].filter((fact) => fact !== null);
  return [
    ...wrapped(`[${authorOf(comment)}] ${placeOf(comment)}`, columns, "bold"),
    ...wrapped(facts.join(" · "), columns, "dim"),
  ];
}

function reportLines({ report, draft, isPosted }: Details, columns: number): Line[] {
  if (report === null) return [];
  return [
    { text: "", tone: "plain" },
    ...wrapped(`Last run: ${commentOutcomeWords(report)}`, columns, "accent"),
    ...report.changes.flatMap((change) => wrapped(`  ${changeWords(change)}`, columns, "plain")),
    ...(draft === null
      ? []
      : [
          ...wrapped(isPosted ? "Reply, posted:" : "Reply, drafted (e edits it, p posts it):", columns, "accent"),
          ...proseLines(draft, columns, isPosted ? "dim" : "plain"),
        ]),
  ];
}

function changeWords({ path, kind, added, removed, lines, isByEdit }: ReviewChange): string {
  const size = added === null || removed === null ? null : `+${grouped(added)} −${grouped(removed)}`;
  const places = lines.map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`));
  const where =
    places.length === 0 ? null : `${/^\d+$/.test(places.join(", ")) ? "line" : "lines"} ${places.join(", ")}`;
  const how = isByEdit ? null : "by a command";
  return [`${kind} ${exactLine(path)}`, size, where, how].filter((part) => part !== null).join(" · ");
}

function hunkLines(hunk: string | null, columns: number): Line[] {
  if (hunk === null || hunk === "") return [];
  const lines: Line[] = [{ text: "", tone: "plain" }];
  for (const line of linesOf(exactCode(hunk))) {
    if (lines.length > mostRows) return [...lines, { text: "… c shows the whole diff", tone: "dim" }];
    for (const text of hardRows(line, columns, mostRows)) lines.push({ text, tone: diffTone(line) });
  }
  return lines;
}

function proseLines(text: string, columns: number, tone: Tone): Line[] {
  const width = Math.min(columns, widestText);
  const lines: Line[] = [];
  for (const line of linesOf(text)) {
    if (lines.length > mostRows) {
      lines.push({ text: `… ${count(text.length, "character")} in all`, tone: "dim" });
      break;
    }
    for (const row of proseRows(line, width, mostRows)) lines.push({ text: row, tone });
  }
  return lines;
}

function wrapped(text: string, columns: number, tone: Tone): Line[] {
  return proseRows(text, columns, mostRows).map((row) => ({ text: row, tone }));
}
