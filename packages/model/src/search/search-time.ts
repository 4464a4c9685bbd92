import type { Timestamp } from "../ids.ts";

const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

export const timeExamples = "7d, 24h, 2w, today, yesterday, 2026-11-01 or 2026-11-01T09:30";

/**
 * `7d` is seven days before now; a day is that of the local clock: its start for `since`, its end for `until`. Null if it is none.
 */
export function searchTime(value: string, bound: "since" | "until", now: Timestamp): Timestamp | null {
  const [, amount, unit] = /^(\d{1,5})([hdw])$/i.exec(value) ?? [];
  if (amount !== undefined && unit !== undefined)
    return timestampOf(new Date(now).getTime() - Number(amount) * (unitMs[unit.toLowerCase()] ?? 0));
  const after = bound === "until" ? 1 : 0;
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  if (value === "today") return timestampOf(new Date(year, month, day + after).getTime());
  if (value === "yesterday") return timestampOf(new Date(year, month, day - 1 + after).getTime());
  const [, y, m, d, time] = /^(\d{4})-(\d{2})-(\d{2})(T\S+)?$/.exec(value) ?? [];
  if (y === undefined || m === undefined || d === undefined) return null;
  const date = new Date(Number(y), Number(m) - 1, Number(d));
  if (date.getMonth() !== Number(m) - 1 || date.getDate() !== Number(d)) return null;
  if (time !== undefined) return timestampOf(new Date(value).getTime());
  return timestampOf(new Date(Number(y), Number(m) - 1, Number(d) + after).getTime());
}

function timestampOf(ms: number): Timestamp | null {
  const isValid = !Number.isNaN(ms) && Math.abs(ms) < 8.64e15;
  return isValid ? (new Date(ms).toISOString() as Timestamp) : null;
}
