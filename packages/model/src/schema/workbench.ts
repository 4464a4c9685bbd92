import { z } from "zod";
import { agentSchema, count, sessionId, text, threadId, timestamp } from "./basics.ts";
import { keptApprovalSchema, planSchema } from "./plan.ts";
import {
  answerSchema,
  consentSchema,
  decisionSchema,
  inputSchema,
  processIdentitySchema,
  requestSchema,
  runId,
  settingsSchema,
} from "./run.ts";
import { ownerSchema } from "./session.ts";
import { fileChangeSchema, itemBodySchema, workStatusSchema } from "./transcript.ts";

const id = text.min(1);
const hash = text.regex(/^[0-9a-f]{64}$/).describe("SHA-256");

/** One item of the conversation. What a command printed is in its exec, what an edit changes in its diff. */
export const entrySchema = z.strictObject({
  id,
  at: timestamp.nullable(),
  item: itemBodySchema.describe("what its exec or diff has is null here"),
  isComplete: z.boolean().describe("false: it was still streaming"),
  exec: id.nullable().describe("the exec of a command"),
  diff: id.nullable().describe("the diff of an edit"),
});

/** A command of the console, without its output. */
export const execSchema = z.strictObject({
  id,
  header: text.describe("one line that names it"),
  command: text,
  cwd: text.nullable(),
  status: z.enum([...workStatusSchema.options, "running"]),
  exitCode: z.number().int().nullable(),
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  process: processIdentitySchema.nullable().describe("its process, where the machine shows it"),
  droppedCount: count.describe("characters left out at the start of its output"),
  isStale: z.boolean().describe("nothing more will come of it: its agent is gone, or its turn is over"),
});

/** More output of an exec. Only the last characters are kept. */
const outputSchema = z.strictObject({
  exec: id,
  text: text.describe("without escape sequences"),
  ansi: text.nullable().describe("as printed; null if it has no escape sequences"),
  isWhole: z.boolean().describe("replaces what was there"),
});

export const documentStateSchema = z
  .enum(["proposed", "written", "applied", "kept", "discarded"])
  .describe(
    "`proposed`: the agent asks to write it; `written`: the agent wrote it; `applied`, `kept`, `discarded`: what the person decided",
  );

/** One file of a diff. */
export const documentSchema = z.strictObject({
  ...fileChangeSchema.shape,
  original: text.nullable().describe("before the change; null: there was none, or it is not known"),
  modified: text.nullable().describe("after the change; null: deleted, or not known"),
  baseHash: hash.nullable().describe("of the file before the change; null: there was none, or it is not known"),
  writtenHash: hash.nullable().describe("of the file after the change; null: deleted, or not known"),
  isSelected: z.boolean(),
  state: documentStateSchema,
  problem: text.nullable().describe("why it cannot be applied or discarded: the patch is stale"),
});

/** The files that one edit changes or would change. */
export const diffSchema = z.strictObject({
  id,
  at: timestamp.nullable(),
  request: id.nullable().describe("the request it waits for"),
  signature: text.describe("what it is about: its paths"),
  documents: z.array(documentSchema),
});

/** What a person changed about one file of a diff. */
const documentChangeSchema = documentSchema
  .pick({ path: true, isSelected: true, state: true, problem: true })
  .extend({ diff: id });

/** The last decision about files of a diff, which can be undone. */
export const decidedSchema = z.strictObject({
  id: id.describe("of the diff"),
  undo: id.describe("for `undo`"),
  message: text.describe("what was done"),
  before: z
    .array(documentSchema.pick({ path: true, isSelected: true, state: true, problem: true }))
    .describe("the files as they were"),
  intent: z
    .strictObject({
      decision: z.enum(["apply", "discard"]),
      declined: z
        .array(text)
        .nullable()
        .describe("files of the diff that are declined with it, of which the agent gets a note; null: it did not ask"),
    })
    .nullable()
    .default(null)
    .describe("not null: it was recorded before it was carried out, and its outcome was not"),
});

/** A request in the queue. */
export const queuedApprovalSchema = z.strictObject({
  id: id.describe("unlike that of its request, never used again"),
  run: runId.nullable(),
  request: requestSchema,
  queuedAt: timestamp,
  state: z
    .enum(["open", "answered", "expired", "again"])
    .describe(
      "`expired`: the process that asked is gone, or its turn is over; `again`: the next prompt asks the agent to ask again",
    ),
  decision: decisionSchema.nullable(),
});

export const workbenchDraftSchema = z.strictObject({
  text,
  cursor: count,
  tokens: count.describe("estimate"),
  inputs: z.array(inputSchema),
});

/** What the next session starts with. */
export const choiceSchema = z.strictObject({ agent: agentSchema, settings: settingsSchema });

/** Counters of the telemetry line. */
export const telemetrySchema = z.strictObject({
  turns: count,
  turnMs: count,
  tokens: count,
  patches: z.strictObject({ done: count, failed: count, ms: count }),
  execs: z.strictObject({ count, failed: count, ms: count }),
  tools: count,
  prompts: count,
});

export const bannerSchema = z.strictObject({
  text,
  tone: z.enum(["error", "warning", "info"]),
  canRetry: z.boolean(),
  isInSession: z
    .boolean()
    .default(false)
    .describe("the prompt of the failed turn is in the session: a retry sends “continue”, else the prompt again"),
  at: timestamp,
});

/** The thread that the workbench continues. */
export const workbenchThreadSchema = z.strictObject({
  session: sessionId.nullable(),
  thread: threadId.nullable(),
  run: runId.nullable().describe("the latest run of it"),
  settings: settingsSchema,
});

const of = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

/** What is kept of a conversation that is not shown. Its session has the rest. */
export const keptConversationSchema = z.strictObject({
  id,
  at: timestamp.describe("when it was last shown or changed"),
  thread: workbenchThreadSchema,
  diffs: z.array(diffSchema),
  decided: z.array(decidedSchema),
  approvals: z.array(queuedApprovalSchema),
  notes: z.array(text),
  draft: workbenchDraftSchema.nullable(),
  telemetry: telemetrySchema,
  banner: bannerSchema.nullable(),
});

/** Changes of the conversation that is shown. Each replaces what it names; `text` and `output` add to it. */
const shownChanges = [
  of("entry", { entry: entrySchema }),
  of("text", { entry: id, text }).describe("more text of a reply or reasoning"),
  of("exec", { exec: execSchema }),
  of("output", outputSchema.shape),
  of("diff", { diff: diffSchema }),
  of("document", documentChangeSchema.shape),
  of("decided", { decided: decidedSchema }),
  of("approval", { approval: queuedApprovalSchema }),
  of("remembered", { approvals: z.array(keptApprovalSchema) }),
  of("removed", { section: z.enum(["entry", "exec", "diff", "decided", "approval"]), ids: z.array(id) }),
  of("notes", { notes: z.array(text) }).describe("sent to the agent with the next prompt"),
  of("draft", { draft: workbenchDraftSchema.nullable() }),
  of("choice", { choice: choiceSchema.nullable() }),
  of("thread", { thread: workbenchThreadSchema.nullable() }),
  of("telemetry", { telemetry: telemetrySchema }),
  of("banner", { banner: bannerSchema.nullable() }),
] as const;

/** Changes that are saved. */
export const savedChangeSchema = z.discriminatedUnion("type", [
  ...shownChanges,
  of("conversation", { conversation: keptConversationSchema }),
  of("conversation-gone", { id }).describe("it is shown, or there is nothing left to keep"),
]);

/** `cold`: nothing known yet; `stale`: as it was saved; then the agent is started, and what was saved is compared with it. */
export const connectionSchema = z.strictObject({
  state: z.enum(["cold", "stale", "connecting", "reconciling", "live", "degraded"]),
  detail: text.nullable().describe("why it is degraded, and what to do"),
  plan: planSchema.nullable().describe("what needs consent before the thread can be continued"),
  planId: id.nullable().describe("names the plan in `consent`; null: there is nothing to agree to"),
});

/** How saving goes. */
export const savingSchema = z.strictObject({
  state: z.enum(["on", "off", "failing", "locked", "read-only"]),
  detail: text.nullable(),
  owner: ownerSchema.nullable().describe("the process that has the workspace, if another one has"),
  savedAt: timestamp.nullable(),
});

/** What the agent is doing. */
export const activitySchema = z.strictObject({
  phase: z.enum(["none", "starting", "restoring", "idle", "working", "stopping"]),
  since: timestamp.nullable(),
  doing: text.nullable().describe("the command or tool that runs"),
  tokens: count.nullable(),
  queued: z.array(z.strictObject({ id, text })).describe("prompts that wait for the end of the turn"),
  canSteer: z.boolean(),
  isWatched: z.boolean().describe("another process has the run: it can only be watched"),
  question: z
    .strictObject({ id, text, rows: z.array(text) })
    .nullable()
    .describe("a question of the restore itself"),
});

/** A conversation whose agent runs though another one is shown. */
export const runningConversationSchema = z.strictObject({
  id: id.describe("for `switch`"),
  session: sessionId.nullable(),
  agent: agentSchema,
  title: text,
  state: z.enum(["working", "waiting", "idle"]).describe("`waiting`: for an answer of the person"),
});

/** Changes of the moment, never saved. */
const liveChanges = [
  of("connection", { connection: connectionSchema }),
  of("saving", { saving: savingSchema }),
  of("activity", { activity: activitySchema }),
  of("also-running", { conversations: z.array(runningConversationSchema) }),
] as const;

export const workbenchChangeSchema = z.discriminatedUnion("type", [...shownChanges, ...liveChanges]);

/** The output of an exec, as far as it is kept or asked for. */
export const execOutputSchema = z.strictObject({ text, ansi: text.nullable() });

/** The latest state, as a page is given it. Long lists and texts are cut: the rest is asked for. */
export const workbenchViewSchema = z.strictObject({
  id: id.describe("of the workspace"),
  root: text,
  number: count.describe("of the last change in it"),
  epoch: text.describe("numbers are comparable only within one"),
  entries: z.array(entrySchema),
  earlierCount: count.describe("entries before these"),
  execs: z.array(execSchema),
  outputs: z.record(text, execOutputSchema).describe("by exec; the end of each"),
  diffs: z.array(diffSchema).describe("texts of large documents are null: ask for the document"),
  decided: z.array(decidedSchema),
  approvals: z.array(queuedApprovalSchema),
  remembered: z.array(keptApprovalSchema),
  notes: z.array(text).describe("sent to the agent with the next prompt"),
  draft: workbenchDraftSchema.nullable(),
  choice: choiceSchema.nullable(),
  thread: workbenchThreadSchema.nullable(),
  telemetry: telemetrySchema,
  banner: bannerSchema.nullable(),
  connection: connectionSchema,
  saving: savingSchema,
  activity: activitySchema,
  alsoRunning: z.array(runningConversationSchema),
});

const activeRun = z
  .enum(["keep", "stop"])
  .optional()
  .describe(
    "what becomes of an agent that works or waits for an answer: it stays in `alsoRunning`, or ends. Refused with `busy` without it",
  );

/** What a person does on the workbench. */
export const workbenchActionSchema = z.discriminatedUnion("type", [
  of("draft", { text, cursor: count, inputs: z.array(inputSchema) }),
  of("choose", { choice: choiceSchema }),
  of("send", {
    text,
    inputs: z.array(inputSchema),
    steers: z.boolean(),
    page: z
      .strictObject({ id, number: count })
      .optional()
      .describe("which page sends, and the last change it has: what two pages send at once is sent once"),
  }).describe("starts a session, continues it, or waits for the end of the turn; `steers` adds to the running turn"),
  of("interrupt", {}),
  of("end", {}).describe("ends the run"),
  of("answer", { request: id, answer: answerSchema }),
  of("decide", { question: id, isYes: z.boolean() }),
  of("ask-again", { approval: id }),
  of("drop", { approval: id }).describe("removes an expired request"),
  of("select", { diff: id, paths: z.array(text), isSelected: z.boolean() }),
  of("apply", { diff: id }).describe("the selected files; all or none"),
  of("discard", { diff: id }).describe("the selected files; all or none"),
  of("undo", { id: id.describe("what apply or discard answered") }),
  of("refresh", { diff: id }).describe("compares its files with the workspace again"),
  of("dismiss-banner", {}),
  of("retry", {}).describe("what the banner is about: sends the prompt again, or “continue” if the session has it"),
  of("connect", {}).describe("continues the thread, as far as that needs no consent"),
  of("consent", { plan: id.describe("its `planId`"), consent: consentSchema }).describe(
    "carries out the plan that `connection` shows; refused if it is another by now",
  ),
  of("show", { session: sessionId, active: activeRun }).describe(
    "makes it the thread of the workbench, and continues it as far as that needs no consent",
  ),
  of("follow", { run: runId }).describe(
    "shows a run, as one that a restore has started; one that is active stays in `alsoRunning`",
  ),
  of("switch", { conversation: id }).describe("shows one of `alsoRunning`; an active one takes its place"),
  of("leave", { active: activeRun }).describe(
    "before another conversation is started by other means: ends an active agent if that is wanted, and changes nothing else",
  ),
  of("new", {
    active: activeRun,
    draft: text.optional().describe("written for it, and not sent, such as a brief"),
  }).describe("the next prompt starts a new session"),
  of("forget", { hash: text.min(1) }).describe("a remembered approval"),
]);

export const actionResultSchema = z.strictObject({
  undo: id.nullable().describe("for `undo`"),
  message: text.nullable().describe("what was done, or why nothing was"),
});

/** A view, or one change after it. */
export const workbenchNewsSchema = z.discriminatedUnion("type", [
  of("view", { view: workbenchViewSchema }),
  of("change", { number: count, change: workbenchChangeSchema }),
]);

export const workbenchFilesSchema = z.strictObject({ files: z.array(text) });

export const workbenchEntriesSchema = z.strictObject({ entries: z.array(entrySchema) });

/** A workspace with saved state. */
export const knownWorkspaceSchema = z.strictObject({
  id,
  root: text,
  lastUsedAt: timestamp,
  schemaVersion: count,
  sizeBytes: count,
  failures: z.strictObject({ load: count, save: count }).describe("in a row"),
  owner: ownerSchema.nullable(),
});

export const workspacesSchema = z.strictObject({ workspaces: z.array(knownWorkspaceSchema) });

/** What a new key was used for. */
export const keyRenewalSchema = z.strictObject({
  renewed: z.array(text).describe("files"),
  left: z.array(z.strictObject({ path: text, reason: text })).describe("files under their old key, which is kept"),
});

export const unlockSchema = z.strictObject({ passphrase: text.min(1).max(1024) });
export const renewKeySchema = z.strictObject({ passphrase: text.min(1).max(1024).nullable() });
