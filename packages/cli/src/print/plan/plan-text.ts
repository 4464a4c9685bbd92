import {
  exactLine,
  narrowedText,
  type PlanSection,
  type PlanTone,
  planLines,
  planSections,
  planTitle,
  type RestorePlan,
  type SessionId,
} from "@reprise/model";
import type { Paint } from "../paint.ts";

/** Everything a restore will do, before it does any of it; on one screen where possible. `id`: as the person reads it. */
export function planText(plan: RestorePlan, paint: Paint, id: string = plan.session): string {
  const sections = planSections(plan, { hints: { "Other ways": "--via", Wider: takesRecorded } }).map(folded);
  return [
    paint("bold", planTitle({ ...plan, session: id as SessionId })),
    ...planLines(sections, toned(paint)),
    "",
  ].join("\n");
}

const takesRecorded = "--allow-wider takes what was recorded";

/** Where no plan is printed: what is narrower than recorded. */
export function narrowedLines({ narrowed, baseline }: RestorePlan): readonly string[] {
  if (baseline === null) return [];
  return narrowed.map((one) => `${exactLine(narrowedText(one, baseline))} (${takesRecorded})\n`);
}

const tones: Readonly<Record<PlanTone, Parameters<Paint>[0] | null>> = {
  plain: null,
  good: "green",
  caution: "yellow",
  danger: "red",
  muted: "dim",
};

export function toned(paint: Paint): (tone: PlanTone, text: string) => string {
  return (tone, text) => {
    const colour = tones[tone];
    return colour === null ? text : paint(colour, text);
  };
}

const MOST_ROWS = 20;

/** Keeps the first `MOST_ROWS` problems. */
function folded(section: PlanSection): PlanSection {
  const { id, rows } = section;
  const left = rows.length - MOST_ROWS;
  if ((id !== "ailments" && id !== "doubts") || left <= 1) return section;
  const more = {
    label: null,
    text: `… ${left} more (--dry-run --json has all)`,
    tone: "muted",
  } as const;
  return { ...section, rows: [...rows.slice(0, MOST_ROWS), more] };
}
