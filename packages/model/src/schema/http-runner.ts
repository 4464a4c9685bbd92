import { z } from "zod";
import { offerSchema } from "./acting.ts";
import { count, sessionId, text } from "./basics.ts";
import { restoreEventSchema } from "./event.ts";
import { filesPlanSchema } from "./files.ts";
import { httpErrorSchema } from "./http.ts";
import { keptApprovalSchema, planSchema, wishSchema } from "./plan.ts";
import { answerSchema, consentSchema, inputSchema, runId, runStateSchema } from "./run.ts";

const planId = text.min(1).max(100).describe("of a plan that this server made");

export const runsSchema = z.strictObject({ runs: z.array(runStateSchema) });

export const runningSchema = z.strictObject({
  run: runStateSchema.nullable().describe("our run that has the session open; null if none has"),
});

export const attachedRunSchema = z.strictObject({
  run: runId,
  origin: text.describe("event numbers are comparable only where this is the same"),
  isControlled: z.boolean().describe("false: another process has it, and it can only be watched"),
});

/** One event of `GET /runs/:run/events`; its `id` is the number */
export const runEventLineSchema = z.strictObject({
  event: restoreEventSchema,
  plan: planId.nullable().describe("of `refused`: what `POST /restores` takes to carry out its plan"),
});

export const offeredSchema = z.strictObject({ offer: offerSchema.nullable() });

export const planRequestSchema = z.strictObject({
  session: text.min(1).describe("as `GET /find` takes it"),
  wish: wishSchema,
});
export const issuedPlanSchema = z.strictObject({
  id: planId.describe("for `POST /restores`, once"),
  plan: planSchema,
});

export const restoreRequestSchema = z.strictObject({ plan: planId, consent: consentSchema });

export const filesRequestSchema = z.strictObject({ session: text.min(1), turn: count });
export const issuedFilesSchema = z.strictObject({
  id: planId.describe("for `POST /rewinds`, once"),
  plan: filesPlanSchema,
});

export const rewindRequestSchema = z.strictObject({ plan: planId });
export const rewoundSchema = z.strictObject({ rewind: text.describe("for `POST /rewinds/:id/undo`") });
export const undoneSchema = z.strictObject({ paths: z.array(text).describe("of the files") });

export const dismissalSchema = z.strictObject({
  session: sessionId,
  whyNot: text.nullable().describe("why there is nothing to dismiss; null if there is"),
  isDismissed: z.boolean(),
});
export const dismissRequestSchema = z.strictObject({ isDismissed: z.boolean() });
export const dismissedCountSchema = z.strictObject({ count });

export const keptApprovalsSchema = z.strictObject({ approvals: z.array(keptApprovalSchema) });
export const grantRequestSchema = keptApprovalSchema.pick({ hash: true, subject: true });
export const revokeRequestSchema = keptApprovalSchema.pick({ hash: true });

/** One call of `POST /runs/:run/controls` */
export const controlSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("answer"), request: text, answer: answerSchema }),
  z.strictObject({ do: z.literal("decide"), question: text, isYes: z.boolean() }),
  z.strictObject({ do: z.literal("steer"), text }),
  z.strictObject({ do: z.literal("interrupt") }),
  z.strictObject({ do: z.literal("send"), text, inputs: z.array(inputSchema).optional() }),
  z.strictObject({ do: z.literal("close") }),
  z.strictObject({ do: z.literal("end"), why: z.enum(["stopped", "cut-off"]).optional() }),
]);
export const controlsRequestSchema = z.strictObject({
  origin: text,
  calls: z.array(controlSchema).min(1).max(100).describe("made one after another, nothing between them"),
});

/** One event of `POST /runs/:run/controls`. The first has no call: all were made. */
export const controlResultSchema = z.strictObject({
  call: count.nullable().describe("its place in `calls`, from 0"),
  prompt: text.nullable().describe("of `send`: the id under which the text is on disk"),
  error: httpErrorSchema.shape.error.nullable(),
});
