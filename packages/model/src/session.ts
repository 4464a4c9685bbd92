import type { lineageSchema, ownerSchema, sessionFileSchema, sessionSchema } from "./schema/session.ts";
import type { Value } from "./schema/value.ts";

export const sessionStates = ["live", "interrupted", "failed", "completed", "empty", "unreadable"] as const;
/** A session's state is its last turn's; `empty`: no prompt was recorded; `unreadable`: no byte of its file can be read. */
export type SessionState = (typeof sessionStates)[number];

/** A living process that has the session open. */
export type Owner = Value<typeof ownerSchema>;

export type SessionFile = Value<typeof sessionFileSchema>;

/** What a session came from. */
export type Lineage = Value<typeof lineageSchema>;

export type SessionSummary = Value<typeof sessionSchema>;
