import type { Timestamp } from "@reprise/model";

/** The same everywhere: `2026-11-15 19:41 UTC`. */
export function utcTime(at: Timestamp | null): string {
  return at === null ? "no date" : `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}
