import { z } from "zod";
import { agentSchema, count, text, timestamp } from "./basics.ts";
import { runId, settingsSchema } from "./run.ts";

/** A pull request, and what its server says of it. Null: not asked yet, or not known. */
export const pullRequestSchema = z.strictObject({
  host: text.min(1),
  owner: text.min(1),
  repository: text.min(1),
  number: count.min(1),
  url: text,
  title: text.nullable(),
  author: text.nullable(),
  state: z.enum(["open", "closed", "merged"]).nullable(),
  headSha: text.nullable(),
});

/** What the comments are about, and where the agent would work on them. */
export const reviewTargetSchema = z.strictObject({
  pullRequest: pullRequestSchema.nullable().describe("null: only a file of comments was given"),
  commentsFile: text.nullable().describe("read instead of the server; absolute"),
  checkout: z.strictObject({
    folder: text.describe("the working tree, absolute"),
    head: text.nullable().describe("the commit it is at"),
    isOfPullRequest: z
      .boolean()
      .nullable()
      .describe("whether one of its remotes is the repository of the pull request; null without a pull request"),
  }),
});

export const findReviewSchema = z.strictObject({
  target: text
    .nullable()
    .describe("`owner/repository#42`, the URL, or a number in a clone; null: only a file of comments"),
  commentsFile: text.nullable(),
  folder: text.describe("where the agent would work, absolute"),
});

/** One review comment. Everything but the id may be missing. */
export const reviewCommentSchema = z.strictObject({
  id: count,
  author: text.nullable(),
  filePath: text.nullable(),
  lineNumber: count.nullable().describe("in the latest commit; null: the line is gone, or it is about the file"),
  originalLineNumber: count.nullable(),
  body: text.nullable(),
  diffHunk: text.nullable(),
  commitSha: text.nullable(),
  inReplyToId: count.nullable(),
  createdAt: timestamp.nullable(),
  resolved: z.boolean().nullable().describe("of its thread; null: unknown"),
});

export const reviewCommentsSchema = z.strictObject({
  pullRequest: pullRequestSchema.nullable(),
  comments: z.array(reviewCommentSchema).describe("by file, line and id; those without one last"),
});

export const fetchedCommentsSchema = reviewCommentsSchema.extend({
  fetchedAt: timestamp,
  resolutionProblem: text.nullable().describe("why `resolved` is unknown; null if it is known"),
  problems: z.array(text).describe("what could not be read; in a file with the numbers of the lines"),
});

/** Which comments are shown; all conditions have to hold. */
export const reviewFilterSchema = z.strictObject({
  state: z.enum(["all", "unresolved"]).describe("`unresolved`: all that are not known to be resolved"),
  file: text.nullable(),
  reviewer: text.nullable().describe("a login, in any case"),
  range: text.nullable().describe("`A..B`: made on a commit after A, up to B"),
});

export const reviewRunWishSchema = z.strictObject({
  target: reviewTargetSchema,
  comments: z.array(reviewCommentSchema).describe("those that are shown"),
  agent: agentSchema,
  settings: settingsSchema.partial().describe("what is not given is left to the agent"),
  canAnswer: z.boolean(),
  isResumed: z.boolean().describe("the thread has had such a prompt before"),
  isForced: z.boolean().describe("works in a checkout of another repository too"),
});

/** Changed lines of one file. */
export const reviewChangeSchema = z.strictObject({
  path: text.describe("relative to the checkout"),
  kind: z.enum(["add", "update", "delete", "move"]),
  added: count.nullable().describe("null: not known"),
  removed: count.nullable(),
  lines: z.array(z.strictObject({ start: count, end: count })).describe("in the file as it is after the change"),
  isByEdit: z.boolean().describe("false: a command changed it; git shows that, no edit was recorded"),
});

/** What a run did about one comment, by the machine's account. */
export const commentReportSchema = z.strictObject({
  comment: reviewCommentSchema,
  outcome: z
    .enum(["changed", "elsewhere", "unchanged", "unknown"])
    .describe(
      "`changed`: near the line; `elsewhere`: its file, but not there as far as is known; `unchanged`: its file is as it was; `unknown`: it names no file, or commands may have changed it",
    ),
  changes: z.array(reviewChangeSchema).describe("of its file"),
  draft: text.describe("a reply that states this; never posted by itself"),
});

export const reviewReportSchema = z.strictObject({
  pullRequest: pullRequestSchema.nullable(),
  run: runId.nullable().describe("null: there was no run yet"),
  journal: text.nullable(),
  comments: z.array(commentReportSchema),
  others: z.array(reviewChangeSchema).describe("in files that no comment is about"),
});
