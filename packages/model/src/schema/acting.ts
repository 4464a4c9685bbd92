import { z } from "zod";
import { sessionStates } from "../session.ts";
import { agentSchema, count, sessionId, text, threadId, timestamp } from "./basics.ts";
import { driftSchema, keptApprovalSchema, unfinishedSchema } from "./plan.ts";
import { inputSchema, requestSchema, runId, settingsSchema } from "./run.ts";
import { ownerSchema } from "./session.ts";

export const promptModeSchema = z.enum(["new", "resume", "replay", "fork"]);

/** A run that stopped for a reason that may be gone, or a prompt that was never sent. */
export const offerSchema = z.strictObject({
  run: runId.describe("what a decline names"),
  session: sessionId.nullable().describe("null for the prompt of a new session"),
  mode: promptModeSchema,
  prompt: text.nullable().describe("the prompt that was never sent; null for a run"),
  agent: agentSchema,
  startedAt: timestamp,
  state: z.enum(sessionStates),
});

/** `run --dry-run --json` */
export const runPlanSchema = z.strictObject({
  agent: agentSchema,
  cwd: text,
  settings: settingsSchema,
  prompt: text,
  inputs: z.array(inputSchema).describe("images and files sent with the prompt"),
  instructions: text.nullable().describe("for the agent, added to its own"),
  offer: offerSchema.nullable(),
});

/** One run or session that was active when something died, or still is. */
export const statusRowSchema = z.strictObject({
  session: sessionId.nullable(),
  run: runId.nullable(),
  agent: agentSchema,
  thread: threadId.nullable(),
  title: text,
  workspace: text.nullable(),
  project: text.nullable().describe("the folder of the project it is a round of; `project resume` continues it"),
  state: z.enum(sessionStates),
  owner: ownerSchema.nullable(),
  updatedAt: timestamp.nullable(),
  doing: text
    .nullable()
    .describe(
      "what it does in its turn; of one that was cut off, when: `before it answered`, `after: $ make`; else null",
    ),
  unfinished: z.array(unfinishedSchema),
  stillRunning: z.array(ownerSchema).describe("processes the agent started that still run"),
  drift: z.array(driftSchema),
  parkedUntil: timestamp.nullable(),
  pendingCount: count,
  unsentPrompt: text.nullable().describe("what was written for it and reached no agent"),
  isDismissed: z.boolean().describe("a person dismissed its interruption: it is not counted and not offered"),
});

/** `status --json` */
export const statusSchema = z.strictObject({
  sessions: z.array(statusRowSchema),
  notShown: z
    .strictObject({
      hidden: count.describe("hidden by you: `list --state interrupted --hidden`, or `--state parked`"),
      archived: count.describe("`list --state interrupted --archived`"),
      subagents: count.describe("`list --state interrupted --subagents`"),
      more: count.describe("older than the newest hundred: `list --state interrupted`"),
    })
    .describe("interrupted and parked sessions that are not among them; each is counted once"),
});

/** `cancel --json` */
export const cancelledSchema = z.strictObject({
  session: sessionId,
  run: runId.nullable(),
  isAsked: z.boolean().describe("whether its process was asked to stop; false with `--dry-run`"),
});

/** `dismiss --json` */
export const dismissedSchema = z.strictObject({
  session: sessionId,
  isDismissed: z.boolean().describe("with `--dry-run`, as it would be"),
});

/** `open-in-agent --json` */
export const agentCommandSchema = z.strictObject({
  session: sessionId,
  command: text.describe("for a shell"),
  program: text,
  args: z.array(text),
  cwd: text,
  env: z.record(text, text).describe("variables that it needs besides yours"),
});

/** `approvals --json` */
export const approvalsSchema = z.strictObject({
  session: sessionId,
  approvals: z.array(keptApprovalSchema),
  pending: z.array(requestSchema),
});

/** `handoff --json` */
export const handoffSchema = z.strictObject({ session: sessionId, text, tokens: count });
