import { z } from "zod";
import { listOrders, sessionStates } from "../session.ts";
import { agentSchema, count, sessionId, text, threadId, timestamp } from "./basics.ts";

export const ownerSchema = z.strictObject({
  pid: count.describe("of the agent, also if Reprise drives it"),
  program: text.describe("`reprise`, or `reprise` with its command, if Reprise drives the agent"),
  terminal: text.nullable().describe("`pts/1`; null: it has none, or the system cannot tell"),
});

export const sessionFileSchema = z.strictObject({
  path: text,
  sizeBytes: count,
  role: z
    .enum(["main", "segment", "base", "copy"])
    .describe(
      "`main`: the agent appends to it; `segment`: an earlier file of the thread; `base`: another thread's file that this one continues",
    ),
});

export const lineageSchema = z.strictObject({
  kind: z.enum(["fork", "replay", "handoff", "resumed-as"]),
  session: sessionId,
  turn: count.nullable().describe("the turn it was taken after"),
});

export const sessionSchema = z.strictObject({
  id: sessionId,
  shortId: text.describe("for people: as much of `thread` as names no other session now, else `id`"),
  agent: agentSchema,
  thread: threadId.describe("the agent's own id"),
  title: text.max(200).describe("the first real prompt on one line, at most 200 characters"),
  name: text.nullable().describe("yours if you gave it one, else the agent's"),
  tags: z.array(text).describe("yours, in alphabetical order"),
  state: z
    .enum(sessionStates)
    .describe(
      "`working`, `waiting` (for you) and `open` (idle): a process has it open; `parked`: until a limit is lifted; `interrupted`: cut off; `stopped`: by a person; `failed`, `completed`: so its last turn ended; `empty`: no prompt was recorded; `unreadable`: its file cannot be read",
    ),
  parkedUntil: timestamp.nullable().describe("of a parked session"),
  owner: ownerSchema.nullable().describe("a living process that has the session open"),
  workspace: text.nullable().describe("the recorded folder"),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
  turnCount: count,
  itemCount: count,
  messageCount: count,
  toolCount: count,
  model: text.nullable(),
  source: text
    .nullable()
    .describe("the client, in the agent's words: `cli`, `exec`, `vscode`, …; `reprise` if Reprise started it"),
  archived: z.boolean().describe("by its agent or by you"),
  hidden: z.boolean().describe("by you"),
  subagentOf: sessionId.nullable(),
  lineage: lineageSchema.nullable().describe("what the session came from"),
  sizeBytes: count,
  damageCount: count,
  files: z.array(sessionFileSchema),
});

export const hiddenSchema = z.strictObject({
  empty: count,
  subagents: count,
  archived: count,
  byPerson: count.describe("hidden by you"),
  unreadable: count.describe(
    "of any project; each session is counted once, as unreadable before hidden by you before sub-agent before archived before empty",
  ),
});

/** `list --json` */
export const pageSchema = z.strictObject({
  sessions: z.array(sessionSchema),
  total: count.describe("over all pages"),
  next: text.nullable().describe("for `--cursor`"),
  hidden: hiddenSchema.describe("in scope, but left out by the default filters"),
});

export const scopeSchema = z.union([z.literal("all"), z.strictObject({ workspace: text })]);

export const listQuerySchema = z.strictObject({
  scope: scopeSchema.describe("`workspace`: the project of that folder, its worktrees and former folders"),
  agent: agentSchema.optional(),
  state: z.enum(sessionStates).optional(),
  since: timestamp.optional().describe("last used at this time or later"),
  until: timestamp.optional().describe("last used before this time"),
  includeEmpty: z.boolean().optional(),
  subagents: z.boolean().optional(),
  archived: z.boolean().optional(),
  includeHidden: z.boolean().optional().describe("those that you hid too"),
  tag: text.optional().describe("has this tag, in any case"),
  order: z
    .enum(listOrders)
    .optional()
    .describe("`updated` unless given: last used first; `size`: largest first; `turns`: most turns first"),
  limit: count.optional(),
  cursor: text.optional().describe("`next` of an earlier page of the same query"),
});

/** `search` */
export const searchQuerySchema = listQuerySchema.omit({ cursor: true, order: true }).extend({
  paths: z.array(text).optional().describe("an item names or changes a path with each of these in it"),
  tools: z.array(text).optional().describe("the same item uses a tool with each of these in its name"),
});
