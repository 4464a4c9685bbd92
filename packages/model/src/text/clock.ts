import type { Timestamp } from "../ids.ts";

/** How many minutes the clocks of a zone are ahead of UTC at a moment. */
export type Zone = (atMs: number) => number;

/** That of this machine, by its `TZ`. */
export const localZone: Zone = (atMs) => -new Date(atMs).getTimezoneOffset();

/** Every time a person reads is made here. JSON has timestamps as they are. */
export function localTime(at: Timestamp | null, zone = localZone): string {
  const shown = clockAt(at, zone);
  return shown === null ? "no date" : `${shown.day} ${shown.clock}`;
}

/** As short as a column allows: without the year when it is this one, without the clock when it is not. */
export function shortTime(at: Timestamp | null, now: Timestamp | Date, zone = localZone): string {
  const [shown, today] = [clockAt(at, zone), clockAt(now, zone)];
  if (shown === null) return "no date";
  return shown.year === today?.year ? `${shown.day.slice(-5)} ${shown.clock}` : shown.day;
}

/** With the zone, for what may be read elsewhere or asks for a decision: `2026-11-15 20:41 +01:00`. */
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
