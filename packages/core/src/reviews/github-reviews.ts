import type {
  FetchedComments,
  FindReview,
  Library,
  ReviewComment,
  ReviewReport,
  ReviewRunWish,
  Reviews,
  ReviewTarget,
  RunId,
  Runner,
  RunWish,
} from "@reprise/model";
import { SessionError } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { readCommentsFile } from "./comments-file.ts";
import { commitsOf } from "./commits.ts";
import { fetchComments } from "./fetch-comments.ts";
import { findTarget } from "./find/find-target.ts";
import { GitHub } from "./github/github.ts";
import { prepareRun } from "./prepare.ts";
import { postReply } from "./reply.ts";
import { runReport } from "./report/run-report.ts";

interface ReviewsParts {
  readonly host: Host;
  readonly library: Library;
  readonly runner: Runner;
}

/** Review comments of GitHub servers, and of files. */
export class GitHubReviews implements Reviews {
  readonly #parts: ReviewsParts & { readonly github: GitHub };

  constructor(parts: ReviewsParts) {
    this.#parts = { ...parts, github: new GitHub(parts.host) };
  }

  async find(wish: FindReview): Promise<ReviewTarget> {
    return findTarget(wish, this.#parts.host);
  }

  async comments({ pullRequest, commentsFile, checkout }: ReviewTarget): Promise<FetchedComments> {
    if (commentsFile !== null) return { pullRequest, ...readCommentsFile(commentsFile, this.#parts.host) };
    if (pullRequest === null) throw noPullRequest();
    return fetchComments(pullRequest, checkout.folder, this.#parts);
  }

  async commits(target: ReviewTarget, range: string): Promise<readonly string[]> {
    return commitsOf(target, range, this.#parts);
  }

  async diff({ pullRequest, checkout }: ReviewTarget): Promise<string> {
    if (pullRequest === null) throw noPullRequest();
    const { github } = this.#parts;
    const access = await github.access(pullRequest, checkout.folder);
    const path = `${access.path}/pulls/${access.number}`;
    return (await github.page(access, path, "application/vnd.github.diff")).text;
  }

  async prepare(wish: ReviewRunWish): Promise<RunWish> {
    return prepareRun(wish, this.#parts);
  }

  async report(target: ReviewTarget, comments: readonly ReviewComment[], run?: RunId): Promise<ReviewReport> {
    return runReport({ target, comments, run }, this.#parts);
  }

  async reply({ pullRequest, checkout }: ReviewTarget, comment: number, body: string): Promise<ReviewComment> {
    if (pullRequest === null) throw noPullRequest();
    return postReply(pullRequest, checkout.folder, { comment, body }, this.#parts.github);
  }
}

function noPullRequest(): SessionError {
  return new SessionError("not-found", "This is only a file of comments, without a pull request.");
}
