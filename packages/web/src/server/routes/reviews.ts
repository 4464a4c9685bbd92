import type { FindReview, ReviewRunWish, Reviews, ReviewTarget } from "@reprise/model";
import { json } from "@reprise/model/json";
import {
  findReviewSchema,
  reviewCommitsRequestSchema,
  reviewReplyRequestSchema,
  reviewReportRequestSchema,
  reviewRequestSchema,
  reviewRunWishSchema,
} from "@reprise/model/schema";
import { type App, type Call, jsonAnswer, type Shared } from "../context.ts";
import { jsonBody } from "../json-body.ts";
import { checkAbsolute, checkSettings } from "../runs/check-paths.ts";

/** Thousands of comments, with their texts and hunks. */
const commentsBytes = 32 * 1024 * 1024;

/** Review comments. All of these take a target or comments, so that even those that only read have a body. */
export function reviewRoutes(app: App, shared: Shared, reviews: Reviews): void {
  const { readings, limits } = shared;
  const withComments = {
    ...shared,
    limits: { ...limits, bodyBytes: Math.max(limits.bodyBytes, commentsBytes) },
  };

  app.post("/reviews/find", async (call) => {
    const wish: FindReview = await jsonBody(call, shared, findReviewSchema);
    checkAbsolute("folder", wish.folder);
    if (wish.commentsFile !== null) checkAbsolute("commentsFile", wish.commentsFile);
    return read(async () => json("review-target", await reviews.find(wish)));
  });

  app.post("/reviews/comments", async (call) => {
    const target = await targetIn(call);
    return read(async () => json("fetched-comments", await reviews.comments(target)));
  });

  app.post("/reviews/commits", async (call) => {
    const { target, range } = await jsonBody(call, shared, reviewCommitsRequestSchema);
    checkTarget(target);
    return read(async () => json("review-commits", { commits: await reviews.commits(target, range) }));
  });

  app.post("/reviews/diff", async (call) => {
    const target = await targetIn(call);
    return read(async () => json("review-diff", { diff: await reviews.diff(target) }));
  });

  app.post("/reviews/prepare", async (call) => {
    const wish = (await jsonBody(call, withComments, reviewRunWishSchema)) as ReviewRunWish; // JSON has no undefined
    checkTarget(wish.target);
    checkSettings(wish.settings);
    return read(async () => json("run-wish", await reviews.prepare(wish)));
  });

  app.post("/reviews/report", async (call) => {
    const { target, comments, run } = await jsonBody(call, withComments, reviewReportRequestSchema);
    checkTarget(target);
    return read(async () => json("review-report", await reviews.report(target, comments, run ?? undefined)));
  });

  app.post("/reviews/reply", async (call) => {
    const { target, comment, body } = await jsonBody(call, shared, reviewReplyRequestSchema);
    checkTarget(target);
    return jsonAnswer(json("review-comment", await reviews.reply(target, comment, body)));
  });

  async function targetIn(call: Call): Promise<ReviewTarget> {
    const { target } = await jsonBody(call, shared, reviewRequestSchema);
    checkTarget(target);
    return target;
  }

  async function read(answer: () => Promise<string>): Promise<Response> {
    const leave = readings.take();
    try {
      return jsonAnswer(await answer());
    } finally {
      leave();
    }
  }
}

function checkTarget({ checkout, commentsFile }: ReviewTarget): void {
  checkAbsolute("target.checkout.folder", checkout.folder);
  if (commentsFile !== null) checkAbsolute("target.commentsFile", commentsFile);
}
