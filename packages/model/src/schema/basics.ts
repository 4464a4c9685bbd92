import { z } from "zod";
import { agentShape, type SessionId, type ThreadId, type Timestamp } from "../ids.ts";

// The values of Reprise, each defined once: its type, the JSON that programs get and the guide's tables follow from here.
// Strict: a field more or less is a change of the contract. Loaded by tests and `reprise schema` only; the rest of the
// program imports types.

export const text = z.string();
export const count = z.number().int().nonnegative();
export const agentSchema = text.regex(agentShape).describe("its short name, such as `codex`");
export const timestamp = branded<Timestamp>(text.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));
export const sessionId = branded<SessionId>(text.regex(/^[a-z][a-z0-9-]*:./s));
export const threadId = branded<ThreadId>(text.min(1));

/** A string that types tell apart from others. */
export function branded<Type extends string>(schema: z.ZodString): z.ZodType<Type, Type> {
  return schema as unknown as z.ZodType<Type, Type>;
}

/** Any JSON. Its type is `unknown`: it comes from another program. */
export const anyJson = z.json() as z.ZodType<unknown>;
