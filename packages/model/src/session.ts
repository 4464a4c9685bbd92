import type { lineageSchema, ownerSchema, sessionFileSchema, sessionSchema } from "./schema/session.ts";
import type { Value } from "./schema/value.ts";

/** Worked out by `stateOf` alone; docs/language.md explains each. */
export const sessionStates = [
  "waiting",
  "working",
  "open",
  "interrupted",
  "parked",
  "stopped",
  "failed",
  "completed",
  "empty",
  "unreadable",
] as const;
export type SessionState = (typeof sessionStates)[number];

/** How lists are sorted: last used first, largest first, most turns first. */
export const listOrders = ["updated", "size", "turns"] as const;

/** A live process that has the session open. */
export type Owner = Value<typeof ownerSchema>;

export type SessionFile = Value<typeof sessionFileSchema>;

/** The origin of a session. */
export type Lineage = Value<typeof lineageSchema>;

export type SessionSummary = Value<typeof sessionSchema>;
