import {
  type CommentReport,
  type FetchedComments,
  inOrder,
  type PullRequest,
  type ReviewComment,
  type Reviews,
  type ReviewTarget,
  reviewPrompt,
  reviewScope,
  SessionError,
  type Timestamp,
} from "@reprise/model";

const fetchedAt = "2026-02-15T10:32:00.000Z" as Timestamp;

export const samplePullRequest: PullRequest = {
  host: "github.com",
  owner: "octo",
  repository: "shop",
  number: 42,
  url: "https://github.com/octo/shop/pull/42",
  title: "Deliver by bike",
  author: "mona",
  state: "open",
  headSha: "b".repeat(40),
};

export const sampleTarget: ReviewTarget = {
  pullRequest: samplePullRequest,
  commentsFile: null,
  checkout: { folder: "/srv/shop", head: "b".repeat(40), isOfPullRequest: true },
};

/** A comment with the given fields, and nothing else known. */
export function sampleComment(id: number, more: Partial<ReviewComment> = {}): ReviewComment {
  return {
    id,
    author: "mona",
    filePath: "src/cart.ts",
    lineNumber: id,
    originalLineNumber: id,
    body: `Comment ${id}`,
    diffHunk: "@@ -1 +1 @@\n-a\n+b",
    commitSha: "b".repeat(40),
    inReplyToId: null,
    createdAt: fetchedAt,
    resolved: false,
    ...more,
  };
}

/** Reviews in memory, which answer with what the test sets. */
export class MemoryReviews implements Reviews {
  target: ReviewTarget = sampleTarget;
  list: readonly ReviewComment[];
  ranges: Readonly<Record<string, readonly string[]>> = {};
  wholeDiff = "diff --git a/a b/a\n";
  reports: readonly CommentReport[] = [];
  /** What the next call throws. */
  failure: Error | null = null;
  readonly replies: { readonly comment: number; readonly body: string }[] = [];
  fetchCount = 0;

  constructor(comments: readonly ReviewComment[] = []) {
    this.list = comments;
  }

  find: Reviews["find"] = async ({ target }) => {
    this.#fail();
    if (target === "nonsense") throw new SessionError("bad-use", "nonsense is no pull request.");
    return this.target;
  };

  comments: Reviews["comments"] = async ({ pullRequest }): Promise<FetchedComments> => {
    this.fetchCount += 1;
    this.#fail();
    const comments = [...inOrder(this.list)];
    return { pullRequest, comments, fetchedAt, resolutionProblem: null, problems: [] };
  };

  commits: Reviews["commits"] = async (_target, range) => {
    this.#fail();
    const commits = this.ranges[range];
    if (commits === undefined) throw new SessionError("not-found", `${range} is not a range of this repository.`);
    return commits;
  };

  diff: Reviews["diff"] = async () => {
    this.#fail();
    return this.wholeDiff;
  };

  prepare: Reviews["prepare"] = async (wish) => {
    this.#fail();
    const { target, comments, agent, settings, canAnswer, isResumed, isForced } = wish;
    if (comments.length === 0) throw new SessionError("bad-use", "No comments are shown. Change the filter.");
    if (target.checkout.isOfPullRequest === false && !isForced)
      throw new SessionError("refused", `${target.checkout.folder} is a checkout of another repository.`);
    const prompt = reviewPrompt(target.pullRequest, comments, { isResumed });
    return { agent, settings, canAnswer, prompt, cwd: target.checkout.folder, scope: reviewScope(target) };
  };

  report: Reviews["report"] = async ({ pullRequest }, _comments, run) => {
    this.#fail();
    return {
      pullRequest,
      run: run ?? null,
      journal: "/journal.jsonl",
      comments: [...this.reports],
      others: [],
    };
  };

  reply: Reviews["reply"] = async (_target, comment, body) => {
    this.#fail();
    this.replies.push({ comment, body });
    const reply = sampleComment(9000 + this.replies.length, { author: "me", body, inReplyToId: comment });
    this.list = [...this.list, reply];
    return reply;
  };

  #fail(): void {
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw failure;
  }
}
