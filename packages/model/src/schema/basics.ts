import { z } from "zod";
import { agentShape, type SessionId, type ThreadId, type Timestamp } from "../ids.ts";

// The values of Reprise, each defined once: types, JSON output and the guide's tables are derived from here. Strict: an
// added or removed field changes the contract. Loaded only by tests and `reprise schema`; the rest of the program imports
// types.

export const text = z.string();
export const count = z.number().int().nonnegative();
export const agentSchema = text.regex(agentShape).describe("its short name, such as `codex`");
export const timestamp = branded<Timestamp>(text.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));
export const sessionId = branded<SessionId>(text.regex(/^[a-z][a-z0-9-]*:./s));
export const threadId = branded<ThreadId>(text.min(1));

/** A nominally typed string. */
export function branded<Type extends string>(schema: z.ZodString): z.ZodType<Type, Type> {
  return schema as unknown as z.ZodType<Type, Type>;
}

/** Any JSON. Typed `unknown`: it comes from another program. */
export const anyJson = z.json() as z.ZodType<unknown>;
