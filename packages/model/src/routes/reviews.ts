import { post, routes } from "./route.ts";

/** Thousands of comments, with their texts and hunks. */
const commentsBytes = 32 * 1024 * 1024;

/** Review comments. All of these take a target or comments, so that even those that only read have a body. */
export const reviewRoutes = routes("page", {
  findReview: post("/reviews/find", "What a pull request's name, URL or number means. Asks no other server", {
    body: "find-review",
    answer: "review-target",
    reads: true,
  }),
  listReviewComments: post("/reviews/comments", "All comments of a pull request, or of a file of comments", {
    body: "review-request",
    answer: "fetched-comments",
    reads: true,
  }),
  listReviewCommits: post("/reviews/commits", "The commits after A, up to B, of a range A..B", {
    body: "review-commits-request",
    answer: "review-commits",
    reads: true,
  }),
  getReviewDiff: post("/reviews/diff", "The whole diff of a pull request", {
    body: "review-request",
    answer: "review-diff",
    reads: true,
  }),
  prepareReviewRun: post("/reviews/prepare", "The run that works on comments, for `POST /runs`. Starts nothing", {
    body: "review-run-wish",
    bodyBytes: commentsBytes,
    answer: "run-wish",
    reads: true,
  }),
  reportReviewRun: post("/reviews/report", "What a run changed for each comment", {
    body: "review-report-request",
    bodyBytes: commentsBytes,
    answer: "review-report",
    reads: true,
  }),
  postReviewReply: post("/reviews/reply", "Post a reply to a comment, under the name of the token's owner", {
    body: "review-reply-request",
    answer: "review-comment",
  }),
});
