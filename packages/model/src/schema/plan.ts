import { z } from "zod";
import { agents } from "../ids.ts";
import { baselineSources } from "../permissions.ts";
import { ailmentFates, approvalSources, replayWays } from "../restore.ts";
import { count, owner, sessionId, timestamp } from "./session.ts";
import { fileChange } from "./transcript.ts";

const text = z.string();

export const settingsSchema = z.strictObject({
  model: text.nullable(),
  provider: text.nullable(),
  effort: text.nullable(),
  summary: text.nullable(),
  sandbox: text.nullable(),
  approvalPolicy: text.nullable(),
  cwd: text.nullable(),
});

export const failureKinds = [
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
  "other",
] as const;

export const runStatusSchema = z.enum(["running", "completed", "interrupted", "failed", "cancelled"]);

export const decisionSchema = z.enum(["once", "session", "always", "decline", "cancel"]);

export const requestSchema = z.strictObject({
  id: text.min(1),
  kind: z.enum(["command", "edit", "permissions", "question", "other"]),
  subject: text,
  reason: text.nullable(),
  cwd: text.nullable(),
  item: text.nullable(),
  hash: text.min(1).nullable(),
  choices: z.array(decisionSchema),
  questions: z.array(z.strictObject({ id: text, text, options: z.array(text) })),
  environment: text.nullable(),
  network: z.strictObject({ host: text, port: z.number().nullable(), protocol: text.nullable() }).nullable(),
  grants: z.array(
    z.strictObject({ access: z.enum(["read", "write", "deny", "network", "other"]), target: text }),
  ),
  rule: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("command-prefix"), words: z.array(text) }),
      z.strictObject({ kind: z.literal("host"), host: text }),
      z.strictObject({ kind: z.literal("tool"), server: text, tool: text.nullable() }),
    ])
    .nullable(),
  changes: z.array(fileChange.extend({ movedTo: text.nullable() })),
});

export const driftSchema = z.strictObject({
  kind: z.enum(["setting", "folder", "git", "file", "tool"]),
  subject: text,
  recorded: text.nullable(),
  now: text.nullable(),
  widens: z.boolean(),
  note: text.nullable(),
});

export const baselineSchema = z.strictObject({
  source: z.enum(baselineSources),
  sandbox: text.nullable(),
  approvalPolicy: text.nullable(),
  networkAccess: z.boolean().nullable(),
  writableRoots: z.array(text).nullable(),
  mcpServers: z.array(text).nullable(),
});

export const unfinishedSchema = z.strictObject({
  item: text,
  kind: z.enum(["command", "edit", "tool"]),
  subject: text,
  outcome: z.enum(["unknown", "still-running", "done", "not-done", "partly-done"]),
  evidence: text,
});

export const keptApprovalSchema = z.strictObject({
  hash: text.min(1),
  subject: text,
  source: z.enum(approvalSources),
});

const mode = z.enum(["resume", "fork", "replay", "handoff"]);

export const replayWaySchema = z.enum(replayWays);

export const ailmentSchema = z.strictObject({
  kind: z.enum([
    "orphan-call",
    "orphan-output",
    "foreign-reasoning",
    "lone-surrogate",
    "nul",
    "oversized-item",
    "oversized-image",
    "broken-image",
    "ordinal",
    "context-full",
    "missing-base",
    "unreadable-line",
  ]),
  onResume: z.enum(ailmentFates).nullable(),
  file: text,
  line: count,
  byteOffset: count,
  detail: text,
});

/** `resume --dry-run --json`, and the `plan` of a `refused` line */
export const planSchema = z.strictObject({
  mode: mode.nullable(),
  session: sessionId,
  target: z.enum(agents),
  via: replayWaySchema.nullable(),
  ways: z.array(
    z.strictObject({
      way: replayWaySchema,
      stopped: z.strictObject({ sentCount: count, segmentCount: count }).nullable(),
    }),
  ),
  turns: z.strictObject({ from: count, to: count }).nullable(),
  basis: z.array(z.strictObject({ path: text, sizeBytes: count, mtimeMs: z.number() })),
  settings: settingsSchema,
  baseline: baselineSchema.nullable(),
  drift: z.array(driftSchema),
  refusals: z.array(
    z.strictObject({
      mode,
      reason: z.enum([
        ...failureKinds,
        "wider-permissions",
        "folder-missing",
        "not-supported",
        "no-thread",
        "nothing-to-tell",
        "not-wanted",
      ]),
      detail: text,
    }),
  ),
  segments: z.array(z.strictObject({ number: count, items: z.array(text), tokens: count })),
  tokens: count,
  hasExactTokens: z.boolean(),
  contextTokens: count.nullable(),
  brief: text.nullable(),
  ailments: z.array(ailmentSchema),
  continues: text.nullable(),
  approvals: z.array(keptApprovalSchema),
  pending: z.array(requestSchema),
  unfinished: z.array(unfinishedSchema),
  lost: z.array(text),
  unchecked: z.array(text),
  owner: owner.nullable(),
  prompt: text.nullable(),
  account: text.nullable(),
  unsentPrompt: text.nullable(),
});

/** `run --dry-run --json` */
export const runPlanSchema = z.strictObject({
  agent: z.enum(agents),
  cwd: text,
  settings: settingsSchema,
  prompt: text,
  offer: z
    .strictObject({
      run: text,
      session: sessionId.nullable(),
      mode: z.enum(["new", "resume", "replay", "fork"]),
      prompt: text.nullable(),
      agent: z.enum(agents),
      startedAt: timestamp,
      status: runStatusSchema,
    })
    .nullable(),
});
