import { type RestorePlan, type SessionSummary, safeLine } from "@reprise/model";
import {
  approvalRows,
  briefRows,
  lostRows,
  pendingRows,
  segmentRows,
  unfinishedRows,
} from "../screens/restore/body/sections.ts";
import { changeRows, settingRows } from "../screens/restore/body/settings.ts";
import { modeLabels, modeWords, wayWords } from "../screens/restore/modes.ts";
import { grouped } from "../text/count.ts";
import { processWords } from "../widgets/plan-rows.ts";
import type { Row } from "../widgets/rows.ts";

/** The whole plan in lines: what the screen before a restore shows. */
export function planText(plan: RestorePlan, session: SessionSummary): string {
  const { mode, via, target, turns, tokens, hasExactTokens, owner, settings } = plan;
  const facts = [
    mode === null
      ? "Plan: none of the wanted modes is possible."
      : `Plan: ${modeLabels[mode]}, ${modeWords[mode]}.`,
    via === null ? null : `Way: ${via}, ${wayWords[via]}.`,
    mode === "handoff" ? null : `Agent: ${target}.`,
    `Folder: ${safeLine(settings.cwd ?? session.workspace ?? "not recorded")}.`,
    turns === null ? null : `Turns: ${turns.from} to ${turns.to} of ${session.turnCount}.`,
    tokens === 0 ? null : `Tokens: ${hasExactTokens ? "" : "about "}${grouped(tokens)}.`,
    plan.prompt === null || mode === "handoff"
      ? "Sent: nothing until you write something."
      : `Sent: ${safeLine(plan.prompt)}`,
    owner === null ? null : `Open in ${processWords(owner)}, which lives.`,
    plan.continues === null ? null : "It goes on with a replay that died: nothing is told twice.",
  ];
  const rows = [
    ...settingRows(plan),
    ...changeRows(plan),
    ...unfinishedRows(plan),
    ...pendingRows(plan),
    ...approvalRows(plan),
    ...segmentRows(plan),
    ...lostRows(plan),
    ...briefRows(plan),
  ];
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
