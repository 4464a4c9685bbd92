import { z } from "zod";
import { agentSchema, count, text } from "./basics.ts";
import { sessionSchema } from "./session.ts";
import { damageSchema, itemSchema, turnSchema } from "./transcript.ts";

/** A long text of an item of which only the start and the end are there. */
export const cutSchema = z.strictObject({
  field: text.describe("such as `output`, or `diff.2` for the third file of an edit"),
  start: count.describe("characters kept of the start; the rest of the text in the item is its end"),
  length: count.describe("characters of the whole text"),
});

/** One event of `GET /sessions/:id/view` */
export const viewLineSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("session"), session: sessionSchema }),
  z.strictObject({
    type: z.literal("turn"),
    ...turnSchema.omit({ items: true }).shape,
    itemCount: count.describe("items of the whole turn"),
  }),
  z.strictObject({
    type: z.literal("item"),
    turn: count,
    index: count.describe("of the item in its turn, from 0"),
    item: itemSchema,
    cuts: z.array(cutSchema),
  }),
  z.strictObject({ type: z.literal("damage"), ...damageSchema.shape }),
  z.strictObject({
    type: z.literal("edges"),
    isStart: z.boolean().describe("nothing comes before the first item"),
    isEnd: z.boolean().describe("nothing comes after the last item"),
  }),
]);

/** One event of `GET /sessions/:id/find` */
export const findLineSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("found"),
    turn: count,
    index: count,
    item: text.min(1),
    kind: text,
    snippet: text,
  }),
  z.strictObject({ type: z.literal("searched"), turn: count.describe("everything up to this turn") }),
]);

/** `GET /sessions/:id/text` */
export const textPartSchema = z.strictObject({
  text,
  from: count.describe("where the part starts"),
  length: count.describe("characters of the whole text"),
});

/** `GET /about` */
export const aboutSchema = z.strictObject({
  version: text,
  homeFolder: text,
  lookedIn: z.array(text).describe("folders searched for sessions, existing or not"),
  agents: z
    .array(
      z.strictObject({
        agent: agentSchema,
        title: text,
        asks: z.boolean(),
        steers: z.boolean(),
        takesImages: z.boolean(),
        takesFiles: z.boolean(),
        whyNot: text.nullable().describe("why it cannot start a session here, and what to do; null: it can"),
      }),
    )
    .describe("in list order, with what a conversation with each supports"),
  isDemo: z.boolean().describe("everything is scratch, and the agent is simulated"),
  server: z.strictObject({
    pid: count.describe("its process"),
    starter: text.nullable().describe("the program that started it; null: a person, with `reprise open`"),
  }),
});
