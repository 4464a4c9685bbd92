import type { Timestamp } from "../ids.ts";

/** Minutes a time zone is ahead of UTC at a moment. */
export type Zone = (atMs: number) => number;

/** This machine's zone, from `TZ`. */
export const localZone: Zone = (atMs) => -new Date(atMs).getTimezoneOffset();

/** Formats every time shown to users. JSON keeps timestamps unchanged. */
export function localTime(at: Timestamp | null, zone = localZone): string {
  const shown = clockAt(at, zone);
  return shown === null ? "no date" : `${shown.day} ${shown.clock}`;
}

/** For narrow columns: the year only if it is not this one, the clock only if it is. */
export function shortTime(at: Timestamp | null, now: Timestamp | Date, zone = localZone): string {
  const [shown, today] = [clockAt(at, zone), clockAt(now, zone)];
  if (shown === null) return "no date";
  return shown.year === today?.year ? `${shown.day.slice(-5)} ${shown.clock}` : shown.day;
}

/** With the zone, for text read elsewhere or needed for a decision: `2026-11-15 20:41 +01:00`. */
export function zonedTime(at: Timestamp | null, zone = localZone): string {
  const shown = clockAt(at, zone);
  return shown === null ? "no date" : `${shown.day} ${shown.clock} ${offsetText(shown.offset)}`;
}

function clockAt(at: Timestamp | Date | null, zone: Zone) {
  const atMs = at === null ? Number.NaN : new Date(at).getTime();
  if (Number.isNaN(atMs)) return null;
  const offset = zone(atMs);
  const date = new Date(atMs + offset * 60_000);
  const year = date.getUTCFullYear();
  return {
    ...{ year, offset },
    day: `${String(year).padStart(4, "0")}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`,
    clock: `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`,
  };
}

function offsetText(offset: number): string {
  if (offset === 0) return "UTC";
  const minutes = Math.abs(Math.round(offset));
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
