import type { PlanRow, PlanSection, PlanTone } from "@reprise/model";
import type { Tone } from "../kernel/theme.ts";
import { type Row, section } from "./rows.ts";

export const planTones: Readonly<Record<PlanTone, Tone>> = {
  plain: "plain",
  good: "good",
  caution: "warn",
  danger: "bad",
  muted: "dim",
};

export function planRow({ label, text, tone, isQuoted, isWider }: PlanRow): Row {
  const before = isQuoted ? "> " : label?.padEnd(10);
  return { text: text.replaceAll("\t", "  "), tone: planTones[tone], label: before, isWider };
}

/** A title with its rows; facts have no title. */
export function sectionRows({ id, title, rows }: PlanSection): Row[] {
  return id === "facts" ? rows.map(planRow) : section(title, rows.map(planRow));
}
