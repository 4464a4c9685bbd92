import type { Timestamp } from "@reprise/model";
import { badUse } from "../../arguments/bad-use.ts";

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `18:30` (the next one), `2h`, or a date and time; local unless it names a zone. */
export function untilTime(text: string, now: Date): Timestamp {
  const at = spanEnd(text, now) ?? clockTime(text, now) ?? dateAndTime(text);
  if (at === null || Number.isNaN(at.getTime()))
    throw badUse(
      `--until-time takes a time such as 18:30, a span such as 2h, or a date and time such as 2026-11-18T08:00, not "${text}".`,
    );
  if (at <= now) throw badUse(`--until-time ${text} is over. Name a time to come.`);
  return at.toISOString() as Timestamp;
}

function spanEnd(text: string, now: Date): Date | null {
  const parts = [...text.matchAll(/(\d{1,6})([dhm])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) return null;
  const ms = parts.reduce((sum, [, number, unit = ""]) => sum + Number(number) * (unitMs[unit] ?? 0), 0);
  return new Date(now.getTime() + ms);
}

function clockTime(text: string, now: Date): Date | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (match === null) return null;
  const at = new Date(now);
  at.setHours(Number(match[1]), Number(match[2]), 0, 0);
  if (at <= now) at.setDate(at.getDate() + 1);
  return at;
}

function dateAndTime(text: string): Date | null {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)$/.exec(text);
  return match === null ? null : new Date(`${match[1]}T${match[2]}`);
}
