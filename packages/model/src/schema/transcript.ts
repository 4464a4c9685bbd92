import { z } from "zod";
import { anyJson, count, text, timestamp } from "./basics.ts";
import { sessionSchema } from "./session.ts";

export const workStatusSchema = z
  .enum(["done", "failed", "declined", "open", "waiting"])
  .describe(
    "`open`: no outcome was recorded; it may have run, wholly, in part or not at all; `waiting`: it asked for approval and got no answer, so it was not run",
  );

export const originSchema = z.strictObject({ file: text, line: count, byteOffset: count });

export const fileChangeSchema = z.strictObject({
  path: text,
  change: z.enum(["add", "update", "delete", "move"]),
  diff: text
    .nullable()
    .describe("unified hunks for an update, the whole content for an add or delete; null when not recorded"),
  movedTo: text.nullable().describe("the new name of a moved file"),
});

export const editedFileSchema = fileChangeSchema.extend({
  written: z
    .boolean()
    .nullable()
    .describe("whether the file was written: an edit can fail with some of its files written; null if unknown"),
});

/** Fields of each kind of item besides `kind`, `id`, `at` and `origin`. */
const bodies = {
  prompt: { text },
  attachment: {
    what: z
      .enum(["file", "folder", "image", "resource", "result", "context"])
      .describe(
        "`resource`: of a tool server; `result`: what a sub-agent brought back; `context`: what a hook, an editor or a command added",
      ),
    name: text.describe("a path, an address, or what gave it"),
    text: text.nullable().describe("null: it is not a text, or its text was not recorded"),
  },
  reply: { text },
  reasoning: { text },
  command: {
    command: text,
    output: text.nullable(),
    exitCode: z.number().int().nullable(),
    status: workStatusSchema,
  },
  edit: {
    changes: z.array(editedFileSchema),
    status: workStatusSchema,
    reason: text.nullable().describe("why it failed or was declined, in the agent's words"),
  },
  tool: { name: text, input: anyJson, output: text.nullable(), status: workStatusSchema },
  approval: { subject: text, decision: text.nullable() },
  notice: { text },
  link: {
    name: text.describe("`acme/widgets#12`"),
    address: text.describe("of the pull request that the agent opened"),
  },
  opaque: { raw: anyJson.describe("what this version of Reprise does not know") },
};

export const itemKinds = Object.keys(bodies) as (keyof typeof bodies)[];

/** `extra`: fields a format adds to the item's own. */
function itemOf<Extra extends z.core.$ZodLooseShape>(extra: Extra) {
  const of = <Kind extends keyof typeof bodies>(kind: Kind) =>
    z.strictObject({ ...extra, kind: z.literal(kind), ...bodies[kind] });
  return z.discriminatedUnion("kind", [
    of("prompt"),
    of("attachment"),
    of("reply"),
    of("reasoning"),
    of("command"),
    of("edit"),
    of("tool"),
    of("approval"),
    of("notice"),
    of("link"),
    of("opaque"),
  ]);
}

const located = {
  id: text.min(1).describe("stable as long as the files it was read from are"),
  at: timestamp.nullable(),
  origin: originSchema,
};

export const itemSchema = itemOf(located);

/** An item of a live run: its content, without its origin. */
export const itemBodySchema = itemOf({});

export const turnStateSchema = z.enum(["completed", "failed", "interrupted", "stopped", "working"]);

export const turnSchema = z.strictObject({
  number: count.describe("from 1; turn 0 is history that was put into the session"),
  state: turnStateSchema,
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  items: z.array(itemSchema),
});

export const damageSchema = z.strictObject({
  ...originSchema.shape,
  kind: z.enum([
    "torn",
    "glued",
    "nul",
    "bom",
    "crlf",
    "invalid-utf8",
    "not-json",
    "unexpected",
    "bad-header",
    "empty-file",
    "oversized-line",
    "ordinal-repeated",
    "ordinal-missing",
    "missing-base",
    "dangling-parent",
    "bad-shape",
    "unreadable",
  ]),
  detail: text,
});

/** `show --json` */
export const transcriptSchema = z.strictObject({
  session: sessionSchema,
  turns: z.array(turnSchema),
  damage: z.array(damageSchema),
});

/** One line of `export --format jsonl` */
export const exportLineSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("session"), v: z.literal(1), ...sessionSchema.shape }),
  z.strictObject({ type: z.literal("turn-start"), number: count, startedAt: timestamp.nullable() }),
  itemOf({ type: z.literal("item"), turn: count, ...located }),
  z.strictObject({
    type: z.literal("turn-end"),
    number: count,
    state: turnStateSchema,
    endedAt: timestamp.nullable(),
  }),
  z.strictObject({ type: z.literal("damage"), ...damageSchema.shape }),
]);
