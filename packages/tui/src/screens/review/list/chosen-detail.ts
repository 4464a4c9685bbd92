import type { ReviewComment } from "@reprise/model";
import type { Line } from "../../../widgets/rows.ts";
import { detailHeight, type Layout } from "../layout.ts";
import type { State } from "../state.ts";
import { detailLines } from "./detail.ts";

/** A comment with what the last run did about it and its reply. */
export function detailOf(state: State, comment: ReviewComment, layout: Layout): readonly Line[] {
  const report = state.report?.comments.find((one) => one.comment.id === comment.id) ?? null;
  const isPosted = state.posted.has(comment.id);
  const draft = draftOf(state, comment.id);
  // In a small pane the row of the list has to do as its head.
  const hasHead = detailHeight(layout) > 3;
  return detailLines(comment, { report, draft, isPosted, hasHead }, layout.detailColumns);
}

/** The reply as it would be posted; null without a run about the comment. */
export function draftOf({ drafts, report }: State, comment: number): string | null {
  return drafts[comment] ?? report?.comments.find((one) => one.comment.id === comment)?.draft ?? null;
}
