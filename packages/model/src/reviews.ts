import type { RunId, RunScope, RunWish, Settings } from "./run.ts";
import type {
  commentReportSchema,
  fetchedCommentsSchema,
  findReviewSchema,
  pullRequestSchema,
  reviewChangeSchema,
  reviewCommentSchema,
  reviewFilterSchema,
  reviewReportSchema,
  reviewRunWishSchema,
  reviewTargetSchema,
} from "./schema/review.ts";
import type { Value } from "./schema/value.ts";

export type PullRequest = Value<typeof pullRequestSchema>;
export type ReviewTarget = Value<typeof reviewTargetSchema>;
export type FindReview = Value<typeof findReviewSchema>;
export type ReviewComment = Value<typeof reviewCommentSchema>;
export type FetchedComments = Value<typeof fetchedCommentsSchema>;
export type ReviewFilter = Value<typeof reviewFilterSchema>;
export type ReviewChange = Value<typeof reviewChangeSchema>;
export type CommentReport = Value<typeof commentReportSchema>;
export type ReviewReport = Value<typeof reviewReportSchema>;

export type ReviewRunWish = Omit<Value<typeof reviewRunWishSchema>, "settings"> & {
  readonly settings: Partial<Settings>;
};

export const allComments: ReviewFilter = { state: "all", file: null, reviewer: null, range: null };

/** Unless a person says otherwise: what is resolved needs no run. */
export const usualComments: ReviewFilter = { ...allComments, state: "unresolved" };

/** The review comments of pull requests. Runs about them are runs of a `Runner`. No message contains a token. */
export interface Reviews {
  /**
   * What a text means, without the network. Throws `bad-use`; for a number, `not-found` where no remote is known, and
   * `ambiguous` with candidates where the remotes are of several repositories.
   */
  find(wish: FindReview): Promise<ReviewTarget>;
  /**
   * All comments, of all pages or of the file. Asking again costs next to nothing while nothing has changed. Throws `not-found`,
   * or `refused` with the server's reason; `resetsAt` is when a rate limit is lifted.
   */
  comments(target: ReviewTarget): Promise<FetchedComments>;
  /** The commits after A, up to B, of `A..B`: from the checkout, else from the server. Throws `bad-use` or `not-found`. */
  commits(target: ReviewTarget, range: string): Promise<readonly string[]>;
  /** The whole diff of the pull request. Throws `refused`; `not-found` if there is only a file of comments. */
  diff(target: ReviewTarget): Promise<string>;
  /**
   * The run that works on the comments; starts nothing. Throws `bad-use` if there are none or they are too long for one
   * prompt, and `refused` if the checkout is of another repository.
   */
  prepare(wish: ReviewRunWish): Promise<RunWish>;
  /** What the run changed for each of the comments: the latest run about the target, unless one is named. Read-only. */
  report(target: ReviewTarget, comments: readonly ReviewComment[], run?: RunId): Promise<ReviewReport>;
  /**
   * Posts a reply in the thread of the comment, under the name of the token's owner. Nothing else here writes to the server.
   * Throws `refused`; the message says so where the reply may have been posted all the same.
   */
  reply(target: ReviewTarget, comment: number, body: string): Promise<ReviewComment>;
}

/** What runs about the target are offered under. */
export function reviewScope({ pullRequest, commentsFile, checkout }: ReviewTarget): RunScope {
  if (pullRequest === null)
    return commentsFile === null
      ? { kind: "workspace", root: checkout.folder }
      : { kind: "comments", path: commentsFile };
  const { host, owner, repository, number } = pullRequest;
  return { kind: "pull-request", host, owner, repository, number };
}

/** Runs about a review record what they find and leave in the worktree, for its report. */
export function isAboutReview({ kind }: RunScope): boolean {
  return kind === "pull-request" || kind === "comments";
}
