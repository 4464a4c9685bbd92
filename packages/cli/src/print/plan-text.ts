import type { Ailment, Drift, KeptApproval, RestorePlan, Settings, Unfinished } from "@reprise/model";
import {
  ailmentText,
  approvalsIn,
  baselineText,
  driftNow,
  exactLine,
  isExpectedToFail,
  logOnly,
  outcomeWords,
  permissionWords,
  recapIn,
  safeBody,
  safeLine,
  settingWords,
} from "@reprise/model";
import type { Paint } from "./paint.ts";
import { planHead, segmentLines } from "./plan-head.ts";
import { count } from "./words.ts";

/** Everything a restore will do, before it does any of it: on one screen, where that is possible. */
export function planText(plan: RestorePlan, paint: Paint): string {
  const { mode } = plan;
  const account = recapIn(plan);
  const isTold = mode === "replay" || mode === "fork";
  const approvals = approvalsIn(plan).map(approvalLine);
  return [
    planHead(plan, paint),
    section(
      isExpectedToFail(plan) ? paint("red", "Expected to fail") : "What is wrong",
      folded(("ailments" in plan ? plan.ailments : []).map(ailmentLine), "thing"),
    ),
    section("Segments", mode === "replay" ? segmentLines(plan) : []),
    section("Settings", [...settingLines(plan.settings), ...baselineLines(plan)]),
    section(
      "Changed since",
      plan.drift.map((drift) => driftLine(drift, paint)),
    ),
    isTold
      ? section("Approvals to carry over", approvals.length === 0 ? ["none"] : approvals)
      : section("Approvals to apply again", approvals),
    section("Unfinished work", plan.unfinished.map(unfinishedLine)),
    section(
      "Asked and never answered (can be asked again, not granted)",
      plan.pending.map(({ subject }) => exactLine(subject)),
    ),
    section("Will not carry over", ("lost" in plan ? plan.lost : []).map(safeLine)),
    section("Compared once the agent runs", ("unchecked" in plan ? plan.unchecked : []).map(safeLine)),
    account === null ? "" : quotedText("Will be told, if you agree", account),
    "prompt" in plan && plan.prompt !== null ? quotedText("Will be sent", plan.prompt) : "",
    section(
      mode === null ? "Why not" : "Not possible",
      plan.refusals.map(({ mode, detail }) => `${mode}: ${safeLine(detail)}`),
    ),
  ].join("");
}

export function approvalLine({ subject, source }: KeptApproval): string {
  return `${exactLine(subject)}${source === "log" ? `  (${logOnly})` : ""}`;
}

export function quotedText(title: string, text: string): string {
  return section(
    title,
    safeBody(text)
      .split("\n")
      .map((line) => `> ${line}`.trimEnd()),
  );
}

function ailmentLine(ailment: Ailment): string {
  return `${exactLine(ailment.file)}:${ailment.line} ${safeLine(ailmentText(ailment))}`;
}

const MOST_ROWS = 20;

function folded(rows: readonly string[], what: string): readonly string[] {
  const left = rows.length - MOST_ROWS;
  if (left <= 1) return rows;
  return [...rows.slice(0, MOST_ROWS), `… ${count(left, `more ${what}`)} (--dry-run --json has all)`];
}

export function driftLine({ kind, subject, recorded, now, widens, note }: Drift, paint: Paint): string {
  const name =
    kind === "setting" || kind === "folder" ? (settingWords[subject as keyof Settings] ?? subject) : subject;
  const change = `${exactLine(recorded ?? "none")} → ${exactLine(driftNow({ kind, now }))}`;
  const wider = widens ? paint("red", "  WIDER: more would be permitted") : "";
  return `${kind === "git" ? "git " : ""}${exactLine(name)}: ${change}${wider}${note === null ? "" : ` (${safeLine(note)})`}`;
}

export function unfinishedLine({ kind, subject, outcome, evidence }: Unfinished): string {
  return `${kind} ${exactLine(subject)}: ${outcomeWords[outcome]} (${exactLine(evidence)})`;
}

function settingLines(settings: Settings): string[] {
  return (Object.keys(settingWords) as (keyof Settings)[]).flatMap((field) => {
    const value = settings[field];
    if (value === null) return [];
    const permits = permissionWords(field, value);
    return [`${settingWords[field]}: ${exactLine(value)}${permits === null ? "" : ` (${permits})`}`];
  });
}

function baselineLines({ baseline, mode }: RestorePlan): string[] {
  return baseline === null || mode === "handoff" ? [] : [exactLine(baselineText(baseline))];
}

function section(title: string, rows: readonly string[]): string {
  return rows.length === 0 ? "" : `${title}:\n${rows.map((row) => `  ${row}\n`).join("")}`;
}
