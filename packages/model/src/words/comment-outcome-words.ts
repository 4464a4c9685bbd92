import type { CommentReport, ReviewReport } from "../reviews.ts";
import { count } from "../text/count.ts";

/** What a run did about a comment, in a few words. */
export function commentOutcomeWords({ outcome, comment }: Pick<CommentReport, "outcome" | "comment">): string {
  switch (outcome) {
    case "changed":
      return "changed near the line";
    case "elsewhere":
      return "changed elsewhere in its file";
    case "unchanged":
      return "no change in its file";
    case "unknown":
      return comment.filePath === null ? "it names no file" : "no edit of its file was recorded";
  }
}

/** `Done: 2 of 4 comments changed.` */
export function reviewDoneWords({ comments }: Pick<ReviewReport, "comments">): string {
  const changed = comments.filter(({ outcome }) => outcome === "changed" || outcome === "elsewhere").length;
  return `Done: changes for ${changed} of ${count(comments.length, "comment")}.`;
}
