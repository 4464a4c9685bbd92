import { z } from "zod";
import { agents } from "../ids.ts";
import { sessionStates } from "../session.ts";

// The JSON that programs get. Strict: a field more or less is a change of the contract.

export const count = z.number().int().nonnegative();
export const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const sessionId = z.string().regex(new RegExp(`^(?:${agents.join("|")}):.`, "s"));

export const owner = z.strictObject({ pid: count, program: z.string() });

export const sessionSchema = z.strictObject({
  id: sessionId,
  agent: z.enum(agents),
  thread: z.string().min(1),
  title: z.string().max(200),
  name: z.string().nullable(),
  state: z.enum(sessionStates),
  owner: owner.nullable(),
  workspace: z.string().nullable(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
  turnCount: count,
  itemCount: count,
  messageCount: count,
  toolCount: count,
  model: z.string().nullable(),
  source: z.string().nullable(),
  archived: z.boolean(),
  subagentOf: sessionId.nullable(),
  lineage: z
    .strictObject({
      kind: z.enum(["fork", "replay", "handoff", "resumed-as"]),
      session: sessionId,
      turn: count.nullable(),
    })
    .nullable(),
  sizeBytes: count,
  damageCount: count,
  files: z.array(
    z.strictObject({ path: z.string(), sizeBytes: count, role: z.enum(["main", "segment", "base", "copy"]) }),
  ),
});

/** `list --json` */
export const pageSchema = z.strictObject({
  sessions: z.array(sessionSchema),
  total: count,
  next: z.string().nullable(),
  hidden: z.strictObject({ empty: count, subagents: count, archived: count, unreadable: count }),
});
