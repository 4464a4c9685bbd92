import { z } from "zod";
import { count, text } from "./basics.ts";
import { reviewCommentSchema, reviewTargetSchema } from "./review.ts";
import { runId } from "./run.ts";

const target = reviewTargetSchema;

export const reviewRequestSchema = z.strictObject({ target });

export const reviewCommitsRequestSchema = z.strictObject({ target, range: text.min(1).max(200) });

export const reviewCommitsSchema = z.strictObject({ commits: z.array(text) });

export const reviewDiffSchema = z.strictObject({ diff: text });

export const reviewReportRequestSchema = z.strictObject({
  target,
  comments: z.array(reviewCommentSchema),
  run: runId.nullable(),
});

export const reviewReplyRequestSchema = z.strictObject({
  target,
  comment: count,
  body: text.min(1).max(65_536),
});
