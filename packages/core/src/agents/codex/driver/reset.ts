import { asTimestamp, type Timestamp } from "@reprise/model";
import { fieldOf, numberOf } from "../../foreign.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: minuteMs, h: 60 * minuteMs, d: dayMs };

/** When a limit is lifted: by the account's used-up windows, else by what the message says; null when neither tells. */
export function resetOf(limits: unknown, message: string, atMs: number | null): Timestamp | null {
  return asTimestamp(byWindows(limits, atMs) ?? byMessage(message, atMs));
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

/** "try again at 10:41 PM", "try again at Nov 18th, 2026 9:39 PM" in local time; "try again in 11.054s". */
function byMessage(message: string, atMs: number | null): number | null {
  const wait = /try again in ([\d.]+) ?(ms|s|m|h|d)/i.exec(message);
  if (wait && atMs !== null) return Math.ceil(atMs + Number(wait[1]) * (unitMs[wait[2] ?? ""] ?? 0));
  const moment = /try again at (?:(\w+ \d+)\w*, (\d+) )?(\d+:\d\d [AP]M)/i.exec(message);
  if (!moment) return null;
  const [, day, year, time] = moment;
  // The seconds were cut off: a minute later the limit is surely past.
  if (day !== undefined) return Date.parse(`${day}, ${year} ${time}`) + minuteMs;
  return atMs === null ? null : nextTime(`${time}`, atMs) + minuteMs;
}

function nextTime(time: string, atMs: number): number {
  const today = Date.parse(`${new Date(atMs).toDateString()} ${time}`);
  return today + minuteMs > atMs ? today : today + dayMs;
}
