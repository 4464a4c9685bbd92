import type { Reviews, ReviewTarget } from "@reprise/model";
import type { reviewRoutes } from "@reprise/model/routes";
import type { Answers } from "../mount.ts";
import { checkAbsolute, checkSettings } from "../runs/check-paths.ts";

export function reviewAnswers(reviews: Reviews): Answers<typeof reviewRoutes> {
  return {
    findReview({ body }) {
      checkAbsolute("folder", body.folder);
      if (body.commentsFile !== null) checkAbsolute("commentsFile", body.commentsFile);
      return reviews.find(body);
    },
    listReviewComments: ({ body }) => reviews.comments(checked(body.target)),
    listReviewCommits: async ({ body }) => ({ commits: await reviews.commits(checked(body.target), body.range) }),
    getReviewDiff: async ({ body }) => ({ diff: await reviews.diff(checked(body.target)) }),
    prepareReviewRun({ body: wish }) {
      checked(wish.target);
      checkSettings(wish.settings);
      return reviews.prepare(wish);
    },
    reportReviewRun: ({ body: { target, comments, run } }) =>
      reviews.report(checked(target), comments, run ?? undefined),
    postReviewReply: ({ body: { target, comment, body } }) => reviews.reply(checked(target), comment, body),
  };
}

function checked(target: ReviewTarget): ReviewTarget {
  checkAbsolute("target.checkout.folder", target.checkout.folder);
  if (target.commentsFile !== null) checkAbsolute("target.commentsFile", target.commentsFile);
  return target;
}
