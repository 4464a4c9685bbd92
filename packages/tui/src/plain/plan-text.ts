import { exactLine, safeLine, turnsIn } from "@reprise/model";
import { consequenceRows } from "../screens/restore/body/consequences.ts";
import { goesOnWords, sentWords } from "../screens/restore/body/facts.ts";
import { doubtRows } from "../screens/restore/body/sections.ts";
import { settingRows } from "../screens/restore/body/settings.ts";
import { costWords } from "../screens/restore/cost.ts";
import { modeLabels, modeWords, wayWords } from "../screens/restore/modes.ts";
import type { Subject } from "../screens/restore/subject.ts";
import { grouped } from "../text/count.ts";
import { processWords } from "../widgets/plan-rows.ts";
import type { Row } from "../widgets/rows.ts";

/** The whole plan in lines: what the screen before a restore shows. */
export function planText({ plan, session }: Subject): string {
  if (plan === null) return "";
  const { mode, target, owner, settings } = plan;
  const turns = turnsIn(plan);
  const via = mode === "fork" ? "fork" : "via" in plan ? plan.via : null;
  const cost = costWords(plan);
  const facts = [
    mode === null
      ? "Plan: none of the wanted modes is possible."
      : `Plan: ${modeLabels[mode]}, ${modeWords[mode]}.`,
    via === null ? null : `Way: ${via}, ${wayWords[via]}.`,
    cost === null ? null : `Cost: ${cost}.`,
    mode === "handoff" ? null : `Agent: ${target}.`,
    `Folder: ${exactLine(settings.cwd ?? session.workspace ?? "not recorded")}.`,
    turns === null ? null : `Turns: ${turns.from} to ${turns.to} of ${session.turnCount}.`,
    mode === null || plan.tokens === 0
      ? null
      : `Tokens: ${mode === "handoff" ? "" : "about "}${grouped(plan.tokens)}.`,
    mode === null ? null : `Sent: ${sentWords(plan)}.`,
    owner === null ? null : `Open in ${processWords(owner)}, which lives.`,
    mode !== "replay" || plan.continues === null ? null : `It goes on ${goesOnWords(plan)}.`,
  ];
  const rows = [...doubtRows(plan), ...settingRows(plan), ...consequenceRows(plan)];
  const refusals = plan.refusals.map(
    ({ mode: refused, detail }) => `${modeLabels[refused]}: ${safeLine(detail)}`,
  );
  return [
    ...facts.filter((fact) => fact !== null),
    ...rows.map(textOf).filter((text) => text.trim() !== ""),
    ...(refusals.length === 0 ? [] : ["Not possible:", ...refusals.map((text) => `  ${text}`)]),
  ].join("\n");
}

function textOf({ text, indent = 0, label = "" }: Row): string {
  return `${" ".repeat(indent)}${label}${text}`;
}
