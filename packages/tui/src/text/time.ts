import type { Timestamp } from "@reprise/model";

/** The person's own time, without the seconds: `2026-11-15 19:41`. */
export function localTime(at: Timestamp | null): string {
  if (at === null) return "no date";
  const date = new Date(at);
  return `${dayOf(date)} ${clockOf(date)}`;
}

/** As short as a column allows: without the year when it is this one, without the clock when it is not. */
export function shortTime(at: Timestamp | null, now: Timestamp): string {
  if (at === null) return "no date";
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return isThisYear ? `${dayOf(date).slice(5)} ${clockOf(date)}` : dayOf(date);
}

function dayOf(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function clockOf(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
