import { z } from "zod";
import { agentSchema, anyJson, count, text, timestamp } from "./basics.ts";
import { failureKindSchema } from "./run.ts";

// Names as programs of this field send them: `chat_id`, `session_id`, `tool_use`.

/** 1 MiB in characters; a longer text belongs in a file of the workspace. */
const mostMessage = 1024 * 1024;

export const chatIdSchema = text
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "a chat id holds no control characters")
  .describe("chosen by the program: any text of up to 200 characters");

export const chatPermissionsSchema = z
  .enum(["read-only", "workspace-write", "danger-full-access"])
  .describe("what the agent may do without asking");

/** What every agent takes; `ChatAgent.requestSchema` may add to it. */
export const chatInputSchema = z.object({
  message: text
    .min(1)
    .max(mostMessage)
    .refine((message) => !message.includes("\0"), "a message holds no NUL"),
  session_id: text.min(1).optional().describe("the id from `init`; absent for a new conversation"),
  model: text.min(1).optional(),
  effort: text.min(1).optional(),
  permissions: chatPermissionsSchema.optional(),
  instructions: text.min(1).optional().describe("added to the agent's own instructions"),
});

/** `POST /chat` */
export const chatRequestSchema = chatInputSchema.extend({
  session_id: text
    .min(1)
    .optional()
    .describe(
      "the first message of a chat continues a copy of this session of the agent; later, the id from `init`: refused if the conversation is another",
    ),
  chat_id: chatIdSchema,
  agent: agentSchema.optional().describe("for the first message; later it cannot change"),
  workspace: text
    .min(1)
    .optional()
    .describe("a folder of this machine to work in, for the first message; absent: a folder of the chat's own"),
  sandbox: text.min(1).optional().describe("the name of a sandbox, for the first message"),
  detach: z.boolean().optional().describe("continue when the client disconnects"),
  queue: z.boolean().optional().describe("wait for the turn that runs, instead of being refused"),
});

export const chatErrorCodeSchema = z.enum([
  ...failureKindSchema.options,
  // The agent opened another conversation than asked for.
  "other-thread",
  // Its process ended before the turn did.
  "interrupted",
  "time-limit",
  "output-limit",
  "sandbox",
  "workspace",
  "not-saved",
]);

export const chatUsageSchema = z
  .strictObject({
    input_tokens: count,
    cached_input_tokens: count,
    output_tokens: count,
    total_tokens: count,
  })
  .describe("of this turn");

export const chatStatusSchema = z
  .enum(["completed", "failed", "cancelled", "parked"])
  .describe("`parked`: stopped by a usage limit or a shutdown; nothing of it was kept, send it again later");

const of = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

/** One line of `reprise chat --json` and `POST /chat`. */
export const chatEventSchema = z.discriminatedUnion("type", [
  of("init", {
    session_id: text.describe("names the conversation to the agent; the same once a turn has completed"),
    modelId: text.nullable(),
  }),
  of("message", { role: z.literal("assistant"), content: text, delta: z.boolean() }).describe(
    "`delta`: a piece of a reply; the pieces are the whole reply. Otherwise a whole reply, not sent in pieces before",
  ),
  of("reasoning", { content: text, delta: z.boolean() }),
  of("tool_use", { tool_id: text, tool_name: text, parameters: anyJson }),
  of("tool_result", {
    tool_id: text,
    status: z
      .enum(["success", "error", "declined", "unknown"])
      .describe("`unknown`: the turn ended before the agent knew"),
    output: text.nullable(),
  }),
  of("attempt", { number: count, message: text }).describe(
    "the turn starts again, since the process that ran it is gone: drop what this turn has said before. Numbers are not used twice. Only where several servers share chats",
  ),
  of("stderr", { content: text }).describe("what the agent said about anything else"),
  of("error", { code: chatErrorCodeSchema, message: text }),
  of("result", {
    status: chatStatusSchema,
    usage: chatUsageSchema.nullable(),
    resets_at: timestamp.nullable().describe("when a usage limit is lifted, if the agent says so"),
  }).describe("always the last"),
]);

export const chatTurnSchema = z.strictObject({
  id: text,
  message: text,
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  status: z
    .enum([...chatStatusSchema.options, "running", "interrupted"])
    .describe("`interrupted`: its process died; nothing of it was kept"),
  error: z.strictObject({ code: chatErrorCodeSchema, message: text }).nullable(),
  usage: chatUsageSchema.nullable(),
});

/** `GET /chat/:id` */
export const chatSchema = z.strictObject({
  chat_id: chatIdSchema,
  agent: agentSchema,
  session_id: text.nullable().describe("null until a turn has completed"),
  workspace: text.nullable().describe("null for a folder of the chat's own"),
  sandbox: text,
  permissions: chatPermissionsSchema,
  created_at: timestamp,
  updated_at: timestamp,
  turn_count: count,
  turns: z.array(chatTurnSchema).describe("the latest 100, oldest first"),
});

/** A line of `migrate-chats` */
export const migratedChatSchema = z.strictObject({
  chat: text.nullable().describe("its id; null if its journal cannot be read"),
  folder: text,
  outcome: z
    .enum(["copied", "present", "busy", "refused", "unreadable", "failed"])
    .describe("`present`: the shared store has all of it. After the others nothing of it was changed"),
  turnCount: count,
  detail: text.nullable().describe("why it was not copied"),
});
