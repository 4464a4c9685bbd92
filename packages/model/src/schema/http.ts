import { z } from "zod";
import { errorCodes } from "../error.ts";
import { warningKinds } from "../library.ts";
import { count, sessionId, text, timestamp } from "./basics.ts";
import { chatTurnSchema } from "./chat.ts";
import { ownerSchema } from "./session.ts";

/** First line of `serve --json` */
export const listeningSchema = z.strictObject({
  type: z.literal("listening"),
  url: text.describe("without a slash at the end"),
  token: text
    .nullable()
    .describe("generated for this server; null if it was given by `REPRISE_TOKEN` or `--token-file`"),
});

/** First line of `open --json`, and the answer to `POST /open` */
export const openSchema = z.strictObject({
  type: z.literal("listening"),
  url: text.describe("lets one browser in, once, within 5 minutes: it contains a key"),
});

export const openRequestSchema = z.strictObject({
  folder: text.min(1).max(4096).describe("the workspace that the page starts with, as an absolute path"),
});

export const httpErrorCodes = [
  ...errorCodes,
  "unauthorized",
  "forbidden",
  "too-large",
  "too-many",
  "closing",
  "unexpected",
] as const;

/** The body of every answer over HTTP with a status of 400 or more */
export const httpErrorSchema = z.strictObject({
  error: z.strictObject({
    code: z.enum(httpErrorCodes),
    message: text.min(1),
    candidates: z.array(text).describe("near or matching ones"),
    resetsAt: timestamp.nullable().describe("when a limit is lifted, if that is the reason"),
    issues: z
      .array(
        z.strictObject({
          path: text.describe("such as `chat_id`; empty for the whole request"),
          message: text,
        }),
      )
      .describe("what is wrong with the request, and where"),
    owner: ownerSchema.nullable().describe("of a busy chat: the process that runs its turn"),
    turn: text.nullable().describe("of a busy chat: the turn that runs"),
  }),
});

export const readinessSchema = z.strictObject({ status: z.enum(["ready", "closing", "unavailable"]) });
export const healthSchema = z.strictObject({ status: z.enum(["ok", "closing"]) });

/** One event of `GET /changes` */
export const changesSchema = z.strictObject({
  sessions: z.array(sessionId).nullable().describe("added, changed or removed; null: anything may have changed"),
});

/** An event `progress` of `GET /search` */
export const progressSchema = z.strictObject({
  stage: z
    .enum(["outline", "text", "usage"])
    .describe("sessions are listed, their text is indexed, their usage is counted"),
  doneCount: count,
  totalCount: count.describe("of files"),
  doneBytes: count,
  totalBytes: count,
});

export const warningsSchema = z.strictObject({
  warnings: z.array(
    z.strictObject({
      number: count.describe("from 1; for `after`"),
      kind: z.enum(warningKinds),
      path: text,
      detail: text,
    }),
  ),
});

export const turnCancelledSchema = z.strictObject({
  chat_id: text,
  turn: text,
  status: chatTurnSchema.shape.status
    .nullable()
    .describe("what became of it: a turn that had ended keeps its status; null if it is too old to say"),
});

const stream = z.number().int().nonnegative();

/** What a page sends over the socket of `GET /streams`: as the messages of `app/embedding`, for streams only. */
export const pageMessageSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("request"),
    id: stream,
    path: z.string().regex(/^\/(?!\/)/),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({ type: z.literal("taken"), id: stream }),
  z.object({ type: z.literal("cancel"), id: stream }),
]);
