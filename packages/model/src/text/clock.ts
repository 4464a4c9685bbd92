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

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** A clock may be a little ahead of the one that wrote the time. */
const skewMs = minute;

/**
 * For a list that is read now, at most ten columns: `now`, `3 min`, `2 h` in the last 24 hours, `Tue 14:20` in the last six days,
 * `Nov 3` in this year, else `2025-04-20`. A time to come is a clock today, else a date. Weekdays and years are the zone's.
 */
export function relativeTime(at: Timestamp | null, now: Timestamp | Date, zone = localZone): string {
  const [shown, today] = [clockAt(at, zone), clockAt(now, zone)];
  if (shown === null || today === null) return "no date";
  const agoMs = today.atMs - shown.atMs;
  const days = Math.floor(today.localMs / day) - Math.floor(shown.localMs / day);
  if (Math.abs(agoMs) < skewMs) return "now";
  if (agoMs >= 0) {
    if (agoMs < hour) return `${Math.floor(agoMs / minute)} min`;
    if (agoMs < day) return `${Math.floor(agoMs / hour)} h`;
    if (days < 7) return `${weekdays[new Date(shown.localMs).getUTCDay()]} ${shown.clock}`;
  } else if (days === 0) return shown.clock;
  const date = new Date(shown.localMs);
  return shown.year === today.year ? `${months[date.getUTCMonth()]} ${date.getUTCDate()}` : shown.day;
}

/** From one time to another, with the zone once: `2026-11-15 08:00 – 11:58 +01:00`. */
export function zonedSpan(from: Timestamp | null, to: Timestamp | null, zone = localZone): string {
  const [start, end] = [clockAt(from, zone), clockAt(to, zone)];
  if (start === null || end === null || from === to) return zonedTime(to ?? from, zone);
  const ending =
    start.day === end.day && start.offset === end.offset
      ? `${end.clock} ${offsetText(end.offset)}`
      : zonedTime(to, zone);
  const beginning = start.offset === end.offset ? localTime(from, zone) : zonedTime(from, zone);
  return `${beginning} – ${ending}`;
}

/** With the zone, for text read elsewhere or needed for a decision: `2026-11-15 20:41 +01:00`. */
export function zonedTime(at: Timestamp | null, zone = localZone): string {
  const shown = clockAt(at, zone);
  return shown === null ? "no date" : `${shown.day} ${shown.clock} ${offsetText(shown.offset)}`;
}

/** The zone of a time, for a screen whose other times go without: `+01:00`; empty if there is no time. */
export function zoneText(at: Timestamp | null, zone = localZone): string {
  const shown = clockAt(at, zone);
  return shown === null ? "" : offsetText(shown.offset);
}

function clockAt(at: Timestamp | Date | null, zone: Zone) {
  const atMs = at === null ? Number.NaN : new Date(at).getTime();
  if (Number.isNaN(atMs)) return null;
  const offset = zone(atMs);
  const localMs = atMs + offset * 60_000;
  const date = new Date(localMs);
  const year = date.getUTCFullYear();
  return {
    atMs,
    localMs,
    year,
    offset,
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
