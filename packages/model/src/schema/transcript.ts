import { z } from "zod";
import { count, sessionSchema, timestamp } from "./session.ts";

const status = z.enum(["done", "failed", "declined", "open", "waiting"]);
const place = { line: count, byteOffset: count };

const told = {
  id: z.string().min(1),
  at: timestamp.nullable(),
  origin: z.strictObject({ file: z.string(), ...place }),
};

export const fileChange = z.strictObject({
  path: z.string(),
  change: z.enum(["add", "update", "delete", "move"]),
  diff: z.string().nullable(),
});

/** What each kind of item holds beside `kind`, `id`, `at` and `origin`. */
const bodies = {
  prompt: { text: z.string() },
  reply: { text: z.string() },
  reasoning: { text: z.string() },
  command: {
    command: z.string(),
    output: z.string().nullable(),
    exitCode: z.number().int().nullable(),
    status,
  },
  edit: { changes: z.array(fileChange), status },
  tool: { name: z.string(), input: z.json(), output: z.string().nullable(), status },
  approval: { subject: z.string(), decision: z.string().nullable() },
  notice: { text: z.string() },
  opaque: { raw: z.json() },
};

/** `extra` is what a format puts beside what the item says. */
function itemOf<Extra extends z.core.$ZodLooseShape>(extra: Extra) {
  const of = <Kind extends keyof typeof bodies>(kind: Kind) =>
    z.strictObject({ ...extra, kind: z.literal(kind), ...bodies[kind] });
  return z.discriminatedUnion("kind", [
    of("prompt"),
    of("reply"),
    of("reasoning"),
    of("command"),
    of("edit"),
    of("tool"),
    of("approval"),
    of("notice"),
    of("opaque"),
  ]);
}

export const itemSchema = itemOf(told);

/** An item of a run under way: what it says, without where it was read. */
export const itemBodySchema = itemOf({});

const turnState = z.enum(["completed", "failed", "interrupted", "live"]);

export const turnSchema = z.strictObject({
  number: count,
  state: turnState,
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  items: z.array(itemSchema),
});

const damage = {
  file: z.string(),
  ...place,
  kind: z.enum([
    "torn",
    "glued",
    "nul",
    "bom",
    "crlf",
    "invalid-utf8",
    "not-json",
    "bad-header",
    "empty-file",
    "oversized-line",
    "ordinal-repeated",
    "ordinal-missing",
    "missing-base",
    "dangling-parent",
    "unreadable",
  ]),
  detail: z.string(),
};

export const damageSchema = z.strictObject(damage);

/** `show --json` */
export const transcriptSchema = z.strictObject({
  session: sessionSchema,
  turns: z.array(turnSchema),
  damage: z.array(damageSchema),
});

/** One line of `export --format jsonl` */
export const exportLineSchema = z.union([
  sessionSchema.extend({ type: z.literal("session"), v: z.literal(1) }),
  z.strictObject({ type: z.literal("turn-start"), number: count, startedAt: timestamp.nullable() }),
  itemOf({ type: z.literal("item"), turn: count, ...told }),
  z.strictObject({
    type: z.literal("turn-end"),
    number: count,
    state: turnState,
    endedAt: timestamp.nullable(),
  }),
  z.strictObject({ type: z.literal("damage"), ...damage }),
]);
