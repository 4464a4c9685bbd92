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
