import { z } from "zod";
import type { RunId } from "../run.ts";
import { agentSchema, branded, count, sessionId, text, threadId, timestamp } from "./basics.ts";
import { lineageSchema } from "./session.ts";
import { fileChangeSchema } from "./transcript.ts";

export const runId = branded<RunId>(text.min(1));

/** Null is unknown, or left to the agent. */
export const settingsSchema = z.strictObject({
  model: text.nullable(),
  provider: text.nullable(),
  effort: text.nullable(),
  summary: text.nullable(),
  sandbox: text.nullable().describe("from narrow to wide: `read-only`, `workspace-write`, `danger-full-access`"),
  approvalPolicy: text.nullable(),
  cwd: text.nullable(),
});

export const runStatusSchema = z.enum(["running", "completed", "interrupted", "failed", "cancelled"]);

export const failureKindSchema = z.enum([
  "transport",
  "server",
  "limit",
  "authentication",
  "context-full",
  "thread-missing",
  "thread-archived",
  "thread-damaged",
  "busy",
  "agent-missing",
  // The installed release does not support it; the message names one that does.
  "agent-outdated",
  "other",
]);

export const failureSchema = z.strictObject({
  kind: failureKindSchema,
  message: text,
  resetsAt: timestamp.nullable().describe("when a limit is lifted, if the agent says so"),
});

export const decisionSchema = z
  .enum(["once", "session", "always", "decline", "cancel"])
  .describe("`always` adds a permanent rule to the agent; `cancel` declines and stops the turn");

export const questionSchema = z.strictObject({
  id: text,
  text,
  options: z.array(text),
  descriptions: z
    .array(text)
    .nullable()
    .optional()
    .describe("what each option means, in the order of the options; absent: the agent does not say"),
});

export const networkTargetSchema = z.strictObject({
  host: text,
  port: z.number().nullable(),
  protocol: text.nullable(),
});

export const grantSchema = z.strictObject({
  access: z
    .enum(["read", "write", "deny", "network", "other"])
    .describe("`other`: unknown to this version; `target` is then the agent's own JSON"),
  target: text,
});

/** A permanent rule for the whole agent home. */
export const ruleSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({ kind: z.literal("command-prefix"), words: z.array(text) })
    .describe("allows every command that starts with these words"),
  z.strictObject({ kind: z.literal("host"), host: text }).describe("allows every connection to this host"),
  z
    .strictObject({ kind: z.literal("tool"), server: text, tool: text.nullable() })
    .describe("allows every call of this tool"),
]);

export const proposedChangeSchema = fileChangeSchema;

/** An action the agent may not take without an answer. */
export const requestSchema = z.strictObject({
  id: text.min(1),
  kind: z.enum(["command", "edit", "permissions", "question", "other"]),
  subject: text.describe("the command, the paths or the question"),
  reason: text.nullable(),
  cwd: text.nullable(),
  item: text.nullable().describe("the item it is about"),
  hash: text
    .min(1)
    .nullable()
    .describe(
      "identifies everything that decides what runs; null: it cannot be identified, so no answer is saved or reused",
    ),
  choices: z.array(decisionSchema),
  questions: z.array(questionSchema),
  environment: text.nullable().describe("where it would run, if not on this machine"),
  network: networkTargetSchema.nullable(),
  grants: z.array(grantSchema).describe("permissions beyond the sandbox"),
  rule: ruleSchema.nullable().describe("what *always* would add"),
  changes: z.array(proposedChangeSchema).describe("what an edit would change, as far as the agent says"),
});

export const answerSchema = z.strictObject({
  decision: decisionSchema,
  answers: z.record(text, z.array(text)).optional().describe("answers to questions, by their id"),
});

/** The subject of a run; runs of one scope are offered together. */
export const runScopeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("workspace"), root: text }),
  z.strictObject({
    kind: z.literal("pull-request"),
    host: text,
    owner: text,
    repository: text,
    number: count,
  }),
  z.strictObject({ kind: z.literal("project"), path: text }),
  z.strictObject({ kind: z.literal("comments"), path: text }).describe("a file of review comments"),
]);

/** Attachments of a prompt. */
export const inputSchema = z.strictObject({
  kind: z.enum(["image", "file"]),
  path: text.min(1).describe("absolute"),
});

export const runWishSchema = z.strictObject({
  agent: agentSchema,
  cwd: text,
  scope: runScopeSchema.nullable().optional().describe("what the run is about; the workspace of `cwd` unless given"),
  settings: settingsSchema.partial().describe("what is not given is left to the agent"),
  prompt: text,
  inputs: z.array(inputSchema).optional().describe("sent with the prompt; refused where the agent takes none"),
  instructions: text
    .nullable()
    .optional()
    .describe("for the agent, added to its own; kept out of the conversation where it can be"),
  canAnswer: z.boolean().describe("false: what the agent asks for is declined, and recorded so"),
  stays: z.boolean().optional().describe("continues after the turn, until it is closed"),
  lineage: lineageSchema.nullable().optional().describe("if `prompt` is a brief: the session it summarises"),
  carries: z.array(text).optional().describe("saved prompts that are part of `prompt`: they count as sent"),
});

/** What the user agreed to before a plan is carried out. */
export const consentSchema = z.strictObject({
  drift: z
    .enum(["ask", "accept", "refuse"])
    .describe("when the agent reports other settings than asked for, none of them wider"),
  segments: z.enum(["ask", "send"]).optional().describe("`ask`: before each segment of the history"),
  reappliesApprovals: z.boolean().describe("saved approvals answer identical requests"),
  trustsLog: z.boolean().optional().describe("approvals that only the agent's log claims answer identical requests"),
  sendsRecap: z.boolean().describe("send the recap of unfinished work"),
  allowsWider: z.boolean(),
  canAnswer: z.boolean(),
  stays: z.boolean().optional(),
  carries: z.array(text).optional(),
});

/** A pid alone may belong to another process by now. */
export const processIdentitySchema = z.strictObject({
  pid: count,
  startTicks: text.nullable(),
  boot: text.nullable().describe("changes with every start of the machine"),
});

/** Progress of a replay or fork. One that died continues where it stopped. */
export const restoreProgressSchema = z.strictObject({
  from: sessionId,
  mode: z.enum(["replay", "fork"]),
  via: text,
  turn: count.nullable().describe("the last turn that is sent"),
  hash: text.describe("of what is sent and to whom: another hash is another restore"),
  sentCount: count.describe("segments the agent is known to have"),
  segmentCount: count,
  isDone: z.boolean(),
});

/** The latest state of a run's journal; rebuilt from it if lost. */
export const runStateSchema = z.strictObject({
  run: runId,
  agent: agentSchema,
  status: runStatusSchema,
  scope: runScopeSchema,
  thread: threadId.nullable(),
  isPersisted: z.boolean().describe("the thread is known to be on the agent's disk"),
  home: text.nullable(),
  workspace: text.nullable(),
  settings: settingsSchema,
  startedAt: timestamp,
  updatedAt: timestamp,
  finishedAt: timestamp.nullable(),
  failure: failureSchema.nullable(),
  process: processIdentitySchema.nullable(),
  agentProcess: processIdentitySchema.nullable(),
  lineage: lineageSchema.nullable(),
  instructions: text.nullable().describe("given to the agent with every start of this run"),
  restore: restoreProgressSchema.nullable(),
  journal: text,
  pending: z.array(requestSchema),
  parkedUntil: timestamp.nullable(),
  turnStartedAt: timestamp.nullable().describe("when its last turn started; null: it has none"),
  turn: z
    .enum(["open", "completed", "failed", "interrupted", "stopped"])
    .nullable()
    .describe("its last turn; `open` counts only while its process lives; `stopped`: by a person"),
});
