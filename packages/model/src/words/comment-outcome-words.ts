import type { CommentReport } from "../reviews.ts";

/** What a run did about a comment, in a few words. */
export function commentOutcomeWords({ outcome, comment }: Pick<CommentReport, "outcome" | "comment">): string {
  switch (outcome) {
    case "changed":
      return "changed near the line";
    case "elsewhere":
      return "changed elsewhere in its file";
    case "unchanged":
      return "its file is unchanged";
    case "unknown":
      return comment.filePath === null ? "it names no file" : "no edit of its file was recorded";
  }
}
