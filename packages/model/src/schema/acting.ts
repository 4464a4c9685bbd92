import { z } from "zod";
import { agents } from "../ids.ts";
import { driftSchema, keptApprovalSchema, requestSchema, runStatusSchema, unfinishedSchema } from "./plan.ts";
import { count, owner, sessionId, timestamp } from "./session.ts";

export const statusRowSchema = z.strictObject({
  session: sessionId.nullable(),
  run: z.string().nullable(),
  agent: z.enum(agents),
  thread: z.string().nullable(),
  title: z.string(),
  workspace: z.string().nullable(),
  status: z.enum([...runStatusSchema.options, "live"]),
  owner: owner.nullable(),
  updatedAt: timestamp.nullable(),
  doing: z.string().nullable(),
  unfinished: z.array(unfinishedSchema),
  stillRunning: z.array(owner),
  drift: z.array(driftSchema),
  parkedUntil: timestamp.nullable(),
  pendingCount: count,
  unsentPrompt: z.string().nullable(),
});

/** `status --json` */
export const statusSchema = z.strictObject({ sessions: z.array(statusRowSchema) });

/** `cancel --json` */
export const cancelledSchema = z.strictObject({
  session: sessionId,
  run: z.string().nullable(),
  /** Whether the process that runs it was asked to stop; false with `--dry-run`. */
  isAsked: z.boolean(),
});

/** `approvals --json` */
export const approvalsSchema = z.strictObject({
  session: sessionId,
  approvals: z.array(keptApprovalSchema),
  pending: z.array(requestSchema),
});

/** `handoff --json` */
export const handoffSchema = z.strictObject({ session: sessionId, text: z.string(), tokens: count });
