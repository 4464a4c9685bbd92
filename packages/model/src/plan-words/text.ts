import type { RestorePlan } from "../restore.ts";
import { exactLine } from "../text/exact-text.ts";
import { safeLine } from "../text/safe-text.ts";
import { modeNames } from "./names.ts";
import type { PlanRow, PlanTone } from "./row.ts";
import type { PlanSection } from "./sections.ts";

/** `Resume codex:a`, `Replay codex:a in a new claude session`, `Can't continue codex:a`; `named`: in place of its id. */
export function planTitle({ mode, session, target }: RestorePlan, named: string | null = null): string {
  const name = named === null ? exactLine(session) : `“${safeLine(named)}”`;
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
