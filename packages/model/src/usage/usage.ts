import type {
  tokensSchema,
  usageDaySchema,
  usageFiguresSchema,
  usageQuerySchema,
  usageSchema,
  usageSessionSchema,
} from "../schema/usage.ts";
import type { Value } from "../schema/value.ts";

export type UsageQuery = Value<typeof usageQuerySchema>;

export type Usage = Value<typeof usageSchema>;

export type UsageDay = Value<typeof usageDaySchema>;

export type UsageSession = Value<typeof usageSessionSchema>;

export type UsageFigures = Value<typeof usageFiguresSchema>;

export const usageGroupings = ["day", "session", "agent", "model"] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** Null is unknown: the agent does not record it. */
export type Tokens = Value<typeof tokensSchema>;
