import { z } from "zod";
import { baselineSources } from "../permissions.ts";
import { ailmentFates, ailmentKinds, approvalSources, replayWays, restoreModes } from "../restore.ts";
import { agentSchema, count, sessionId, text } from "./basics.ts";
import { failureKindSchema, requestSchema, runId, settingsSchema } from "./run.ts";
import { ownerSchema } from "./session.ts";

const tokens = count;

export const modeSchema = z.enum(restoreModes);
export const replayWaySchema = z.enum(replayWays);

export const driftSchema = z.strictObject({
  kind: z.enum(["setting", "folder", "git", "file", "tool"]),
  subject: text,
  recorded: text.nullable(),
  now: text.nullable().describe("null for a file: unknown whether it changed; needs no confirmation"),
  widens: z.boolean().describe("permits more than the baseline; needs `--allow-wider`"),
  note: text.nullable().describe("what it costs or changes"),
});

/** What an agent may do without asking. Null is unknown. */
export const permissionsSchema = z.strictObject({
  sandbox: settingsSchema.shape.sandbox,
  approvalPolicy: text.nullable().describe("when the agent asks; without a sandbox, its permission mode"),
  networkAccess: z.boolean().nullable().describe("inside the sandbox"),
  writableRoots: z.array(text).nullable().describe("besides the workspace"),
  mcpServers: z.array(text).nullable(),
  workspaceFiles: z
    .array(text)
    .nullable()
    .describe("files of the workspace that name programs to start or commands to allow, each with the start of a hash"),
});

export const baselineSchema = z.strictObject({
  source: z
    .enum(baselineSources)
    .describe(
      "`journal`: Reprise's last run of the thread; `configuration`: how the agent would start there now; `default`: the agent's own default",
    ),
  ...permissionsSchema.shape,
});

/** A recorded setting that permits more than the baseline, and the narrower one that is used instead. */
export const narrowedSchema = z.strictObject({
  subject: z.enum(["sandbox", "approvalPolicy"]),
  recorded: text.describe("what the session would have, in the agent's word"),
  now: text,
});

/** Work without an outcome in the log. */
export const unfinishedSchema = z.strictObject({
  item: text,
  kind: z.enum(["command", "edit", "tool"]),
  subject: text,
  outcome: z.enum(["unknown", "still-running", "done", "not-done", "partly-done"]),
  evidence: text,
});

/** An approval given for the whole session that can be reused. */
export const keptApprovalSchema = z.strictObject({
  hash: text.min(1),
  subject: text,
  source: z
    .enum(approvalSources)
    .describe("`saved`: given to Reprise; `log`: only the agent's log claims it, so it needs its own confirmation"),
});

/** A problem that makes a session fail when sent to a model again. */
export const ailmentSchema = z.strictObject({
  kind: z.enum(ailmentKinds),
  onResume: z
    .enum(ailmentFates)
    .nullable()
    .describe(
      "what a plain resume does: `refused` by the agent, `sent` to the model as it is, `lost`: continued without part of the conversation, `healed`; null: not tried",
    ),
  file: text,
  line: count,
  byteOffset: count,
  detail: text,
});

export const refusalSchema = z.strictObject({
  mode: modeSchema,
  reason: z.enum([
    ...failureKindSchema.options,
    "wider-permissions",
    "folder-missing",
    "not-supported",
    "no-thread",
    "nothing-to-tell",
    "not-wanted",
    "changed",
  ]),
  detail: text,
});

/** A way a replay can use. */
export const offeredWaySchema = z.strictObject({
  way: replayWaySchema,
  stopped: z
    .strictObject({ sentCount: count, segmentCount: count })
    .nullable()
    .describe("how far an earlier replay of this kind came; choosing it continues there"),
});

/** Fields of every plan. */
const common = {
  session: sessionId,
  target: agentSchema.describe("the agent that continues"),
  basis: z
    .array(z.strictObject({ path: text, sizeBytes: count, mtimeMs: z.number() }))
    .describe("the files it was made from; when they change, plan again"),
  settings: settingsSchema.describe("what the agent will be asked for"),
  baseline: baselineSchema.nullable().describe("what `widens` is measured against; null: not comparable"),
  drift: z.array(driftSchema).describe("changes since"),
  narrowed: z
    .array(narrowedSchema)
    .describe("settings that would permit more than the baseline; `--allow-wider` takes them as recorded"),
  refusals: z.array(refusalSchema).describe("why better modes are not possible"),
  pending: z.array(requestSchema).describe("requests of a dead process: asked again, not granted"),
  unfinished: z.array(unfinishedSchema),
  owner: ownerSchema.nullable().describe("the process that has the session open"),
};

const turns = z.strictObject({ from: count, to: count }).describe("the turns that are carried over");
const size = {
  contextTokens: tokens
    .nullable()
    .describe("what the session's model can take; null: not recorded, or another model continues"),
  tokens: tokens.describe("what the model will be sent with the next prompt, as far as known; estimated by length"),
};
/** Fields of a plan that starts a run. */
const run = {
  approvals: z.array(keptApprovalSchema).describe("saved approvals to reuse, on consent"),
  unchecked: z.array(text).describe("checked when the agent starts"),
  prompt: text.nullable().describe("what will be sent"),
  unsentPrompt: text.nullable().describe("a lost prompt that this plan does not send"),
};
const recap = text.nullable().describe("the recap of unfinished work, sent before the prompt on consent");
const lost = z.array(text).describe("what does not carry over");
const ways = z.array(offeredWaySchema).describe("the ways a replay could take");

/** `resume --dry-run --json`, and the `plan` of a `refused` line. Each mode has only the fields it uses. */
export const planSchema = z.discriminatedUnion("mode", [
  z
    .strictObject({
      mode: z.literal("resume"),
      ...common,
      ...size,
      ailments: z.array(ailmentSchema).describe("what would make it fail"),
      ...run,
      recap,
    })
    .describe("continues in the same thread"),
  z
    .strictObject({ mode: z.literal("fork"), ...common, turns, ...size, ...run, recap })
    .describe("continues in a copy that the agent makes of the thread"),
  z
    .strictObject({
      mode: z.literal("replay"),
      ...common,
      turns,
      via: replayWaySchema.exclude(["fork"]).describe("how the new thread gets its history"),
      ways,
      segments: z.array(z.strictObject({ number: count, items: z.array(text), tokens })),
      ...size,
      contextTokens: tokens.describe("what the target's model can take"),
      brief: text.nullable().describe("replaces turns that do not fit"),
      ailments: z.array(ailmentSchema).describe("of a repair: what the new thread leaves out"),
      continues: runId.nullable().describe("the replay that died and is continued"),
      lost,
      ...run,
    })
    .describe("continues in a new thread that gets the history"),
  z
    .strictObject({
      mode: z.literal("handoff"),
      ...common,
      turns,
      brief: text,
      tokens: tokens.describe("of the brief, counted"),
      lost,
    })
    .describe("a text to start from; no agent is contacted"),
  z
    .strictObject({
      mode: z.literal(null),
      ...common,
      via: replayWaySchema.nullable().describe("the way that a refused replay would have taken"),
      ways,
      ailments: z.array(ailmentSchema),
      unsentPrompt: text.nullable().describe("a prompt that was never sent"),
    })
    .describe("no mode is possible: `refusals` say why"),
]);

/** What the user wants to differ from the record. */
export const wishSchema = z.strictObject({
  settings: settingsSchema.partial(),
  otherwise: z.enum(["recorded", "current"]).describe("`current`: as the agent is configured now"),
  prompt: text.nullable(),
  allowsWider: z.boolean(),
  modes: z.array(modeSchema).describe("tried in this order"),
  to: agentSchema.nullable().describe("another agent to continue with"),
  via: replayWaySchema.nullable(),
  at: count.nullable().describe("continue after this turn instead of the last"),
  segmentTokens: tokens.describe("the most tokens of one segment"),
  briefTokens: tokens.describe("the most tokens of a brief"),
  contextTokens: tokens.nullable().describe("what the target's model can take, if the person knows better"),
  isSilent: z.boolean().describe("send nothing until the person says something"),
  asBrief: z.boolean().describe("a brief in place of the history"),
  looksForAilments: z.boolean(),
  endsRun: runId
    .nullable()
    .describe("a running run of this session that ends first: its agent does not keep the session busy"),
});
