import { z } from "zod";
import { agents } from "../ids.ts";
import { filesPlanSchema } from "./files.ts";
import {
  decisionSchema,
  driftSchema,
  failureKinds,
  planSchema,
  replayWaySchema,
  requestSchema,
  runStatusSchema,
  settingsSchema,
} from "./plan.ts";
import { count, owner, sessionId, timestamp } from "./session.ts";
import { itemBodySchema } from "./transcript.ts";

const text = z.string();

const failure = z
  .strictObject({ kind: z.enum(failureKinds), message: text, resetsAt: timestamp.nullable() })
  .nullable();

const of = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

const runEvents = [
  of("run-started", { run: text, agent: z.enum(agents), settings: settingsSchema }),
  of("thread", { thread: text.min(1), isPersisted: z.boolean() }),
  of("settings", { settings: settingsSchema }),
  of("turn-started", { turn: text.nullable() }),
  of("prompt-persisted", { promptId: text }),
  of("item", { key: text, isComplete: z.boolean(), item: itemBodySchema }),
  of("delta", { key: text, kind: z.enum(["reply", "reasoning", "output"]), text }),
  of("item-dropped", { key: text }),
  of("request", { request: requestSchema }),
  of("request-resolved", {
    id: text,
    decision: decisionSchema.nullable(),
    by: z.enum(["person", "kept", "policy", "agent"]),
  }),
  of("usage", { tokens: count.nullable() }),
  of("notice", { text }),
  of("journal-health", { problem: text.nullable() }),
  of("turn-ended", {
    turn: text.nullable(),
    state: z.enum(["completed", "failed", "interrupted"]),
    failure,
  }),
  of("run-ended", { status: runStatusSchema, failure }),
] as const;

const restoreEvents = [
  ...runEvents,
  of("checking", {}),
  of("checked", { settings: settingsSchema }),
  of("drift-found", { drift: z.array(driftSchema) }),
  of("restoring", { doneCount: count, totalCount: count, items: z.array(text), tokens: count }),
  of("restore-cancelled", { doneCount: count, totalCount: count }),
  of("restored", {
    session: sessionId,
    thread: text,
    from: sessionId,
    via: replayWaySchema,
    itemCount: count,
    segmentCount: count,
    sentTokens: count,
  }),
  of("brief", { text, tokens: count }),
  of("refused", { plan: planSchema }),
  of("busy", { owner: owner.nullable() }),
] as const;

/** The last line of what runs or restores with `--json`, unless it is `refused` or `busy` */
export const doneSchema = of("done", {
  session: sessionId.nullable(),
  thread: text.nullable(),
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

/** What `fork --files` does to the workspace, and what `repair` says when there is nothing to repair */
const besides = [
  of("files-rewound", { session: sessionId, turn: count, rewind: text.min(1), paths: z.array(text) }),
  of("files-refused", { files: filesPlanSchema }),
  of("rewind-undone", { rewind: text.min(1), paths: z.array(text) }),
  of("healthy", { session: sessionId }),
] as const;

export const restoreEventSchema = z.discriminatedUnion("type", restoreEvents);

/** One line of `run`, `resume`, `replay`, `fork` and `repair` with `--json` */
export const eventLineSchema = z.discriminatedUnion("type", [
  ...restoreEvents,
  doneSchema,
  ...severalLines,
  ...besides,
]);
