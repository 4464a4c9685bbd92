import { SessionError } from "../error.ts";
import type { Timestamp } from "../ids.ts";

/** Zones change their offset at full quarters of an hour only. */
const quarterMs = 15 * 60_000;

/** The day of a moment in a time zone, as `2026-11-15`. Throws `bad-use` for an unknown zone. */
export function daysIn(zone: string): (at: Timestamp) => string | null {
  const format = formatIn(zone);
  const known = new Map<number, string>();
  return (at) => {
    const atMs = Date.parse(at);
    if (Number.isNaN(atMs)) return null;
    const quarter = Math.floor(atMs / quarterMs);
    let day = known.get(quarter);
    if (day === undefined) {
      day = format.format(quarter * quarterMs);
      known.set(quarter, day);
    }
    return day;
  };
}

function formatIn(zone: string): Intl.DateTimeFormat {
  try {
    // The Canadian format is ISO's.
    return new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SessionError("bad-use", `${zone} is not a time zone. Use a name such as Europe/Berlin or UTC.`, {
      cause: error,
    });
  }
}

/** This machine's zone, from `TZ`. */
export function localZoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
