import type { RestorePlan } from "../restore.ts";
import { exactLine } from "../text/exact-text.ts";
import { modeNames } from "./names.ts";
import type { PlanRow, PlanTone } from "./row.ts";
import type { PlanSection } from "./sections.ts";

/** `Resume codex:a`, `Replay codex:a in a new claude session`, `Can't continue codex:a` */
export function planTitle({ mode, session, target }: RestorePlan): string {
  const name = exactLine(session);
  if (mode === null) return `Can't continue ${name}`;
  const where = mode === "replay" || mode === "fork" ? ` in a new ${target} session` : "";
  return `${mode === "handoff" ? "Brief of" : modeNames[mode]} ${name}${where}`;
}

export type PaintTone = (tone: PlanTone, text: string) => string;

/** For faces that print lines: each title, with its rows below. */
export function planLines(sections: readonly PlanSection[], paint: PaintTone): string[] {
  return sections.flatMap(({ id, title, rows }) => [
    ...(id === "facts" ? [] : [`${title}:`]),
    ...rows.map((row) => paint(row.tone, `  ${rowText(row)}`.trimEnd())),
  ]);
}

function rowText({ label, text, isQuoted }: PlanRow): string {
  return `${isQuoted ? "> " : ""}${label === null ? "" : `${label}: `}${text}`;
}
