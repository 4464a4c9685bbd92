/**
 * Wires Reviews, the comments of pull requests; no logic. What is pure (filters, prompt, report, reply) is in model/review/.
 *
 * - what every call does: reviews/github-reviews.ts
 * - which pull request a text means, and which repository a folder is of: reviews/find/find-target.ts, reviews/find/checkout.ts
 * - how comments are fetched: reviews/fetch-comments.ts, reviews/github/github.ts; what a refusal of the server says: reviews/github/refusal.ts
 * - which server gets which token: reviews/github/tokens.ts, then docs/security.md; a server to try it on: testkit/github/
 * - comments from a file: reviews/comments-file.ts
 * - the run: reviews/prepare.ts; what it changed: reviews/report/run-report.ts, by git: reviews/report/changed-files.ts
 * - a reply, posted once: reviews/reply.ts
 */

import type { Library, Reviews, Runner } from "@reprise/model";
import type { Host } from "./host/host.ts";
import { GitHubReviews } from "./reviews/github-reviews.ts";

export interface ReviewsOptions {
  readonly library: Library;
  readonly runner: Runner;
}

/** Reviews on this machine. Closes neither the library nor the runner. */
export function openReviews(host: Host, options: ReviewsOptions): Reviews {
  return new GitHubReviews({ host, ...options });
}
