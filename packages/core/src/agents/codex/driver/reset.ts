import { asTimestamp, type Timestamp } from "@reprise/model";
import { resetIn } from "../../exec/limit-reset.ts";
import { fieldOf, numberOf } from "../../foreign.ts";

/** When a limit is lifted: by the account's used-up windows, else by what the message says; null when neither tells. */
export function resetOf(limits: unknown, message: string, atMs: number | null): Timestamp | null {
  return asTimestamp(byWindows(limits, atMs)) ?? (atMs === null ? null : resetIn(message, atMs));
}

/** All windows that are used up must have passed. */
function byWindows(limits: unknown, atMs: number | null): number | null {
  const resets = ["primary", "secondary"].flatMap((name) => {
    const used = numberOf(fieldOf(limits, name, "usedPercent")) ?? 0;
    const resetsAt = numberOf(fieldOf(limits, name, "resetsAt"));
    return used >= 100 && resetsAt !== null ? [resetsAt * 1000] : [];
  });
  const last = Math.max(...resets);
  return resets.length > 0 && last > (atMs ?? 0) ? last : null;
}
