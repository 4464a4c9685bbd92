import { acts, json } from "./parts.ts";

/** What a server with reviews has besides. */
export const reviewPaths = {
  "/reviews/find": acts(
    "findReview",
    "What a pull request's name, URL or number means. Asks no other server",
    {
      ...{ body: "find-review", answer: json("The target", "review-target") },
    },
  ),
  "/reviews/comments": acts(
    "listReviewComments",
    "All comments of a pull request, or of a file of comments",
    {
      ...{ body: "review-request", answer: json("The comments", "fetched-comments") },
    },
  ),
  "/reviews/commits": acts("listReviewCommits", "The commits after A, up to B, of a range A..B", {
    ...{ body: "review-commits-request", answer: json("The commits", "review-commits") },
  }),
  "/reviews/diff": acts("getReviewDiff", "The whole diff of a pull request", {
    ...{ body: "review-request", answer: json("The diff", "review-diff") },
  }),
  "/reviews/prepare": acts(
    "prepareReviewRun",
    "The run that works on comments, for `POST /runs`. Starts nothing",
    {
      ...{ body: "review-run-wish", answer: json("The run", "run-wish") },
    },
  ),
  "/reviews/report": acts("reportReviewRun", "What a run changed for each comment", {
    ...{ body: "review-report-request", answer: json("The report", "review-report") },
  }),
  "/reviews/reply": acts(
    "postReviewReply",
    "Post a reply to a comment, under the name of the token's owner",
    {
      ...{ body: "review-reply-request", answer: json("The reply", "review-comment") },
    },
  ),
};
