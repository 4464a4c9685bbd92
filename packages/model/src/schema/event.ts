import { z } from "zod";
import { agentSchema, count, sessionId, text, threadId } from "./basics.ts";
import { filesPlanSchema } from "./files.ts";
import { driftSchema, planSchema, replayWaySchema } from "./plan.ts";
import {
  decisionSchema,
  failureSchema,
  inputSchema,
  requestSchema,
  runId,
  runStatusSchema,
  settingsSchema,
} from "./run.ts";
import { ownerSchema } from "./session.ts";
import { itemBodySchema } from "./transcript.ts";

const of = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

/** A question for the user while a plan is carried out. */
export const restoreQuestionSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({ id: text.min(1), kind: z.literal("drift"), drift: z.array(driftSchema) })
    .describe("the agent reports other settings than asked for, none of them wider"),
  z
    .strictObject({ id: text.min(1), kind: z.literal("segment"), segment: count, segmentCount: count })
    .describe("send the next segment of the history?"),
]);

export const runEvents = [
  of("run-started", { run: runId, agent: agentSchema, settings: settingsSchema }),
  of("thread", { thread: threadId, isPersisted: z.boolean() }),
  of("settings", { settings: settingsSchema }),
  of("prompt-queued", { promptId: text, text }).describe("waits for the turn before it"),
  of("prompts-returned", { prompts: z.array(z.strictObject({ promptId: text, text })) }).describe(
    "queued prompts that are not sent: the turn before them was stopped, or failed",
  ),
  of("prompt-sent", { promptId: text, text, isSteering: z.boolean(), inputs: z.array(inputSchema) }).describe(
    "as the person wrote it",
  ),
  of("turn-started", { turn: text.nullable() }),
  of("prompt-persisted", { promptId: text }),
  of("item", { key: text, isComplete: z.boolean(), item: itemBodySchema }).describe(
    "repeats under its `key` as it grows; the last one is complete and whole",
  ),
  of("delta", { key: text, kind: z.enum(["reply", "reasoning", "output"]), text }).describe(
    "text as it streams; Codex leaves out parts of an output, so take the output from the complete item",
  ),
  of("item-dropped", { key: text }).describe(
    "discard what streamed under this key: the agent asks the model again, under another key",
  ),
  of("request", { request: requestSchema }),
  of("request-resolved", {
    id: text,
    decision: decisionSchema.nullable(),
    by: z
      .enum(["person", "kept", "log", "policy", "agent"])
      .describe(
        "`kept`: a saved approval; `log`: an approval that only the agent's log claims; `policy`: nobody was there to answer",
      ),
  }),
  of("usage", {
    tokens: count.nullable(),
    isOfThread: z.boolean().describe("of the whole thread so far, not of the turn only"),
  }),
  of("notice", { text }),
  of("journal-health", { problem: text.nullable() }).describe(
    "why the journal cannot be written, what happens being kept in memory; null once it can again",
  ),
  of("turn-ended", {
    turn: text.nullable(),
    state: z.enum(["completed", "failed", "interrupted"]),
    failure: failureSchema.nullable(),
  }),
  of("run-ended", { status: runStatusSchema, failure: failureSchema.nullable() }),
] as const;

const restoreEvents = [
  ...runEvents,
  of("checking", {}),
  of("checked", { settings: settingsSchema }),
  of("drift-found", { drift: z.array(driftSchema) }),
  of("question", { question: restoreQuestionSchema }).describe("the restore waits for `Controls.decide`"),
  of("question-resolved", { id: text, isYes: z.boolean() }),
  of("restoring", { doneCount: count, totalCount: count, items: z.array(text), tokens: count }).describe(
    "one more segment of the history is in the new thread",
  ),
  of("restore-cancelled", { doneCount: count, totalCount: count }).describe(
    "stopped by the person between two segments; what was sent stays",
  ),
  of("restored", {
    session: sessionId,
    thread: threadId,
    from: sessionId,
    via: replayWaySchema,
    itemCount: count,
    segmentCount: count,
    sentTokens: count.describe("sent to a model; 0 when none was called"),
  }).describe("the new thread has the whole history"),
  of("brief", { text, tokens: count }),
  of("refused", { plan: planSchema }).describe("with the plan of the next mode, if there is one"),
  of("busy", { owner: ownerSchema.nullable() }),
] as const;

export const runEventSchema = z.discriminatedUnion("type", runEvents);

export const restoreEventSchema = z.discriminatedUnion("type", restoreEvents);

/** The last `--json` line of a run or restore, unless it is `refused` or `busy` */
export const doneSchema = of("done", {
  session: sessionId.nullable(),
  thread: threadId.nullable(),
  state: runStatusSchema,
});

/** Around the lines of each session, with `resume --all-interrupted --json` */
const severalLines = [
  of("resuming", { session: sessionId }),
  of("summary", {
    sessions: z.array(
      z.strictObject({
        session: sessionId,
        result: z.enum([...runStatusSchema.options, "refused", "busy", "not-started"]),
        detail: text.nullable(),
      }),
    ),
  }),
] as const;

/** Changes to the workspace by `fork --files`, and the answer of `repair` if there is nothing to repair */
const besides = [
  of("files-rewound", { session: sessionId, turn: count, rewind: text.min(1), paths: z.array(text) }),
  of("files-refused", { files: filesPlanSchema }),
  of("rewind-undone", { rewind: text.min(1), paths: z.array(text) }),
  of("healthy", { session: sessionId }),
] as const;

/** One line of `run`, `resume`, `replay`, `fork` and `repair` with `--json` */
export const eventLineSchema = z.discriminatedUnion("type", [
  ...restoreEvents,
  doneSchema,
  ...severalLines,
  ...besides,
]);
