import {
  type CommentReport,
  commentOutcomeWords,
  exactLine,
  type ReviewChange,
  type ReviewReport,
} from "@reprise/model";
import type { Paint, Tone } from "../paint.ts";
import { count } from "../words.ts";
import { commentHead, indented } from "./comment-text.ts";

type Outcome = CommentReport["outcome"];

const tones: Readonly<Record<Outcome, Tone>> = {
  changed: "green",
  elsewhere: "yellow",
  unchanged: "dim",
  unknown: "dim",
};

/** By the edits and by git, not by what the agent says. */
export function reportText({ run, journal, comments, others }: ReviewReport, paint: Paint): string {
  if (run === null) return "No run has worked on these comments yet.\n";
  const isChanged = ({ outcome }: CommentReport) => outcome === "changed" || outcome === "elsewhere";
  const lines = [
    `What the run changed: ${comments.filter(isChanged).length} of ${count(comments.length, "comment")}`,
    ...comments.flatMap(({ comment, outcome, changes, draft }) => [
      "",
      commentHead(comment, paint),
      `  ${paint(tones[outcome], commentOutcomeWords({ outcome, comment }))}`,
      ...changes.map((change) => `  ${changeText(change)}`),
      "  Drafted reply:",
      indented(indented(draft)),
    ]),
    ...(others.length === 0 ? [] : ["", "Also changed:", ...others.map((change) => `  ${changeText(change)}`)]),
    ...(journal === null ? [] : ["", `Journal: ${exactLine(journal)}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function changeText({ path, kind, added, removed, lines, isByEdit }: ReviewChange): string {
  const counts = [added === null ? null : `+${added}`, removed === null ? null : `−${removed}`].filter(Boolean);
  const where = lines.map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`));
  const parts = [
    [exactLine(path), ...counts].join(" "),
    kind === "update" ? null : kindWords[kind],
    where.length === 0
      ? null
      : `${where.length === 1 && !where[0]?.includes("–") ? "line" : "lines"} ${where.join(", ")}`,
    isByEdit ? null : "by a command",
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

const kindWords = { add: "added", delete: "deleted", move: "moved" } as const;
