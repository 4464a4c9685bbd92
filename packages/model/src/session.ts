import type { lineageSchema, ownerSchema, sessionFileSchema, sessionSchema } from "./schema/session.ts";
import type { Value } from "./schema/value.ts";

export const sessionStates = ["live", "interrupted", "failed", "completed", "empty", "unreadable"] as const;
/** The state of the last turn; `empty`: no prompt was recorded; `unreadable`: no byte of its file can be read. */
export type SessionState = (typeof sessionStates)[number];

/** How lists are sorted: last used first, largest first, most turns first. */
export const listOrders = ["updated", "size", "turns"] as const;

/** A live process that has the session open. */
export type Owner = Value<typeof ownerSchema>;

export type SessionFile = Value<typeof sessionFileSchema>;

/** The origin of a session. */
export type Lineage = Value<typeof lineageSchema>;

export type SessionSummary = Value<typeof sessionSchema>;
