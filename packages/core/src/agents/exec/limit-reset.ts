import { asTimestamp, type Timestamp } from "@reprise/model";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: minuteMs, h: 60 * minuteMs, d: dayMs };

const wait =
  /(?:try again|retry|resets?) (?:in|after) ((?:[\d.]+ ?(?:ms|seconds?|minutes?|hours?|days?|[smhd])[ ,]*)+)/i;
const piece = /([\d.]+) ?(ms|[smhd])/gi;
const codexMoment = /try again at (?:(\w+ \d+)\w*, (\d+) )?(\d+:\d\d [AP]M)/i;
const claudeMoment = /resets (?:at )?(\d{1,2})(?::(\d\d))? ?([ap]m)(?: \(([\w/+-]+)\))?/i;
const claudeSeconds = /limit reached\|(\d{9,11})/;

/** When a limit resets, if the message says so. Times given in minutes are rounded up, so the limit has certainly passed. */
export function resetIn(message: string, nowMs: number): Timestamp | null {
  return asTimestamp(
    bySeconds(message) ?? byWait(message, nowMs) ?? byCodex(message, nowMs) ?? byClaude(message, nowMs),
  );
}

function bySeconds(message: string): number | null {
  const found = claudeSeconds.exec(message);
  return found ? Number(found[1]) * 1000 : null;
}

/** `try again in 11.054s`, `retry in 34.07s`, `will reset after 3h2m1s`. */
function byWait(message: string, nowMs: number): number | null {
  const found = wait.exec(message)?.[1];
  if (found === undefined) return null;
  const parts = [...found.matchAll(piece)].map(
    ([, count, unit]) => Number(count) * (unitMs[unit?.toLowerCase() ?? ""] ?? 0),
  );
  return Math.ceil(nowMs + parts.reduce((sum, part) => sum + part, 0));
}

/** `try again at 10:41 PM`, `try again at Nov 18th, 2026 9:39 PM`, both in local time. */
function byCodex(message: string, nowMs: number): number | null {
  const found = codexMoment.exec(message);
  if (!found) return null;
  const [, day, year, time] = found;
  if (day !== undefined) return Date.parse(`${day}, ${year} ${time}`) + minuteMs;
  const today = Date.parse(`${new Date(nowMs).toDateString()} ${time}`);
  return (today + minuteMs > nowMs ? today : today + dayMs) + minuteMs;
}

/** `resets 10pm (Europe/Berlin)`. */
function byClaude(message: string, nowMs: number): number | null {
  const found = claudeMoment.exec(message);
  if (!found) return null;
  const [, hour, minute = "0", half, zone] = found;
  const wanted = ((Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0)) * 60 + Number(minute);
  const present = minuteOfDay(nowMs, zone);
  if (present === null) return null;
  const ahead = (wanted - present + 24 * 60) % (24 * 60) || 24 * 60;
  return Math.floor(nowMs / minuteMs) * minuteMs + ahead * minuteMs;
}

/** Null for a time zone unknown to this machine. */
function minuteOfDay(atMs: number, timeZone: string | undefined): number | null {
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
    });
    const [hour, minute] = format.format(atMs).split(":");
    return Number(hour) * 60 + Number(minute);
  } catch {
    return null;
  }
}
