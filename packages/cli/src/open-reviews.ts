import { nodeHost } from "@reprise/core";
import { openReviews } from "@reprise/core/reviews";
import type { Reviews } from "@reprise/model";
import type { Machine, ReviewsOptions } from "./machine.ts";

export function openReviewsOn(env: Machine["env"], options: ReviewsOptions): Reviews {
  return openReviews(nodeHost(env), options);
}
