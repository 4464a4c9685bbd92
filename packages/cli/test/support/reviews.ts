import {
  type FetchedComments,
  type FindReview,
  type PullRequest,
  type ReviewComment,
  type ReviewReport,
  type ReviewRunWish,
  type Reviews,
  type ReviewTarget,
  type RunWish,
  reviewPrompt,
  reviewScope,
  SessionError,
  type Timestamp,
} from "@reprise/model";

export interface ReviewScript {
  readonly comments?: readonly ReviewComment[];
  readonly problems?: readonly string[];
  readonly resolutionProblem?: string | null;
  readonly commits?: readonly string[];
  readonly report?: Partial<ReviewReport>;
  /** What `prepare` throws. */
  readonly refusal?: SessionError;
}

export const samplePullRequest: PullRequest = {
  host: "github.com",
  owner: "octo",
  repository: "shop",
  number: 42,
  url: "https://github.com/octo/shop/pull/42",
  title: "Faster checkout",
  author: "octo",
  state: "open",
  headSha: null,
};

export function sampleComment(id: number, given: Partial<ReviewComment> = {}): ReviewComment {
  return {
    id,
    author: "alice",
    filePath: "src/a.ts",
    lineNumber: id,
    originalLineNumber: null,
    body: `Fix ${id}.`,
    diffHunk: null,
    commitSha: null,
    inReplyToId: null,
    createdAt: "2026-11-16T10:00:00.000Z" as Timestamp,
    resolved: false,
    ...given,
  };
}

/** Reviews in a test: given comments in place of a server. */
export class ScriptedReviews implements Reviews {
  readonly done: (readonly [string, unknown])[] = [];
  readonly #script: ReviewScript;

  constructor(script: ReviewScript = {}) {
    this.#script = script;
  }

  async find(wish: FindReview): Promise<ReviewTarget> {
    this.done.push(["find", wish]);
    return {
      pullRequest: wish.target === null ? null : samplePullRequest,
      commentsFile: wish.commentsFile,
      checkout: { folder: wish.folder, head: null, isOfPullRequest: true },
    };
  }

  async comments({ pullRequest }: ReviewTarget): Promise<FetchedComments> {
    const { comments = [], problems = [], resolutionProblem = null } = this.#script;
    const fetchedAt = "2026-11-16T12:00:00.000Z" as Timestamp;
    return { pullRequest, comments: [...comments], fetchedAt, resolutionProblem, problems: [...problems] };
  }

  async commits(): Promise<readonly string[]> {
    return this.#script.commits ?? [];
  }

  async diff(): Promise<string> {
    return "";
  }

  async prepare(wish: ReviewRunWish): Promise<RunWish> {
    if (this.#script.refusal) throw this.#script.refusal;
    if (wish.comments.length === 0) throw new SessionError("bad-use", "No comment is shown.");
    const { agent, settings, canAnswer, isResumed, target, comments } = wish;
    const prompt = reviewPrompt(target.pullRequest, comments, { isResumed });
    return { agent, settings, canAnswer, prompt, cwd: target.checkout.folder, scope: reviewScope(target) };
  }

  async report(target: ReviewTarget, comments: readonly ReviewComment[]): Promise<ReviewReport> {
    const drafts = comments.map((comment) => ({
      comment,
      outcome: "unchanged",
      changes: [],
      draft: `Nothing was changed for ${comment.id}.`,
    }));
    return {
      pullRequest: target.pullRequest,
      run: null,
      journal: null,
      others: [],
      comments: drafts as ReviewReport["comments"],
      ...this.#script.report,
    };
  }

  async reply(_: ReviewTarget, comment: number, body: string): Promise<ReviewComment> {
    this.done.push(["reply", { comment, body }]);
    return sampleComment(9001, { inReplyToId: comment, body });
  }
}
