import { approvalsIn, isExpectedToFail, type PlanOf, type Refusal, type RestorePlan, recapIn } from "../restore.ts";
import type { Settings } from "../run.ts";
import { count, grouped } from "../text/count.ts";
import { exactLine } from "../text/exact-text.ts";
import { safeLine } from "../text/safe-text.ts";
import { baselineText, narrowedText, permissionWords, settingWords } from "../words/setting-words.ts";
import { factRows, type PlanContext } from "./facts.ts";
import { modeNames, modeVerbs, wayText } from "./names.ts";
import { ailmentRow, approvalRow, driftRow, isSetting, type PlanRow, quotedRows, row, unfinishedRow } from "./row.ts";

/** `facts` has no title; no section is empty. */
export interface PlanSection {
  readonly id: SectionId;
  readonly title: string;
  readonly rows: readonly PlanRow[];
}

type SectionId = keyof ReturnType<typeof sectionsOf>;

/** Everything a restore will do, before it starts, in reading order. */
export function planSections(plan: RestorePlan, context: PlanContext = {}): PlanSection[] {
  return (Object.entries(sectionsOf(plan, context)) as [SectionId, Titled][])
    .filter(([, [, rows]]) => rows.length > 0)
    .map(([id, [title, rows]]) => ({ id, title, rows }));
}

type Titled = readonly [title: string, rows: readonly PlanRow[]];

function sectionsOf(plan: RestorePlan, context: PlanContext) {
  const ailments = "ailments" in plan ? plan.ailments : [];
  const hint = context.hints?.["Other ways"];
  const doubtful = isExpectedToFail(plan);
  const prompt = "prompt" in plan ? plan.prompt : null;
  const unsent = "unsentPrompt" in plan ? plan.unsentPrompt : null;
  return {
    facts: ["", factRows(plan, context)],
    refusals: [refusalTitle(plan.refusals), refusalRows(plan.refusals)],
    doubts: ["Expected to fail", doubtful ? [...ailments.map((one) => ailmentRow(one, "danger")), cleaned] : []],
    ways: [`Other ways${hint === undefined ? "" : ` (${hint})`}`, otherWays(plan)],
    settings: ["Settings", settingRows(plan, context.hints?.Wider)],
    changes: ["Changes since", plan.drift.filter((one) => !isSetting(one)).map(driftRow)],
    unfinished: ["Unfinished work", plan.unfinished.map(unfinishedRow)],
    recap: ["Recap of unfinished work, sent if you agree", quotedIf(recapIn(plan))],
    pending: [
      "Unanswered requests, asked again and not granted",
      plan.pending.map(({ subject, reason }) => row(exactLine(reason === null ? subject : `${subject} (${reason})`))),
    ],
    approvals: ["Saved approvals, reused if you agree", approvalRows(plan)],
    claims: [
      "Approvals that only the agent's log claims, reused if you agree to them",
      approvalsIn(plan)
        .filter(({ source }) => source === "log")
        .map(approvalRow),
    ],
    segments: ["Segments", segmentRows(plan)],
    ailments: ["Problems in the session", doubtful ? [] : ailments.map((one) => ailmentRow(one))],
    lost: ["Not carried over", proseRows("lost" in plan ? plan.lost : [])],
    unchecked: ["Checked when the agent starts", uncheckedRows(plan)],
    prompt: ["Prompt", quotedIf(prompt)],
    unsent: ["Unsent prompt", quotedIf(unsent)],
    brief: plan.mode === "handoff" ? [`Brief (${count(plan.tokens, "token")})`, quotedRows(plan.brief)] : ["", []],
  } as const satisfies Record<string, Titled>;
}

const cleaned = row("Replay continues in a new session without that.");

function proseRows(texts: readonly string[]): PlanRow[] {
  return texts.map((text) => row(safeLine(text)));
}

/** On one line: nothing to decide on. */
function uncheckedRows(plan: RestorePlan): PlanRow[] {
  const unchecked = "unchecked" in plan ? plan.unchecked : [];
  return unchecked.length === 0 ? [] : [row(unchecked.map(safeLine).join(", "), "muted")];
}

function quotedIf(text: string | null): PlanRow[] {
  return text === null ? [] : quotedRows(text);
}

/** `Can't resume`; if there are several modes, the rows name them. */
export function refusalTitle(refusals: readonly Refusal[]): string {
  const modes = new Set(refusals.map(({ mode }) => mode));
  const [mode] = modes;
  return modes.size === 1 && mode !== undefined ? `Can't ${modeVerbs[mode]}` : "Not possible";
}

export function refusalRows(refusals: readonly Refusal[]): PlanRow[] {
  const isOne = new Set(refusals.map(({ mode }) => mode)).size === 1;
  const texts = refusals.map(({ mode, detail }) => `${isOne ? "" : `${modeNames[mode]}: `}${safeLine(detail)}`);
  return [...new Set(texts)].map((text) => row(text, "danger"));
}

function otherWays(plan: RestorePlan): PlanRow[] {
  if (plan.mode !== "replay") return [];
  const others = plan.ways.filter(({ way }) => way !== plan.via);
  return others.map((one) => row(wayText(one), one.stopped === null ? "plain" : "caution"));
}

/** The thread's settings, with recorded values that differ. The folder is a fact. */
function settingRows(plan: RestorePlan, widerHint: string | undefined): PlanRow[] {
  const { settings, baseline, drift, narrowed } = plan;
  const fields = Object.keys(settingWords) as (keyof Settings)[];
  const rows = fields.flatMap((field) => {
    const narrower = narrowed.find(({ subject }) => subject === field);
    if (narrower && baseline) {
      const hint = widerHint !== undefined && narrower === narrowed[0] ? ` (${widerHint})` : "";
      return [row(`${exactLine(narrowedText(narrower, baseline))}${hint}`, "muted")];
    }
    const changed = drift.find((one) => isSetting(one) && one.subject === field);
    if (changed) return [driftRow(changed)];
    const value = settings[field];
    return value === null || field === "cwd" ? [] : [settingRow(field, value)];
  });
  const others = drift.filter((one) => isSetting(one) && !fields.includes(one.subject as keyof Settings));
  const all = [...rows, ...others.map(driftRow)];
  const compared = baselineText(plan);
  return [
    ...(all.length === 0 ? [row("none recorded: as the agent is configured", "muted")] : all),
    ...(compared === null ? [] : [row(exactLine(compared), "muted")]),
  ];
}

function settingRow(field: keyof Settings, value: string): PlanRow {
  const permits = permissionWords(field, value);
  return row(`${settingWords[field]}: ${exactLine(value)}${permits === null ? "" : ` (${permits})`}`);
}

function approvalRows(plan: RestorePlan): PlanRow[] {
  if (!("approvals" in plan)) return [];
  const approvals = approvalsIn(plan).filter(({ source }) => source === "saved");
  return approvals.map(approvalRow);
}

const [first, last] = [6, 2];

/** Each segment; if there are many, the middle ones share a row. */
function segmentRows(plan: RestorePlan): PlanRow[] {
  if (plan.mode !== "replay" || plan.via !== "segments") return [];
  const { segments } = plan;
  const one = ({ number, tokens, items }: PlanOf<"replay">["segments"][number]) =>
    row(`${number}: about ${count(tokens, "token")}, ${count(items.length, "item")}`);
  const middle = segments.slice(first, -last);
  if (middle.length <= 1) return segments.map(one);
  const sum = middle.reduce((total, { tokens }) => total + tokens, 0);
  const rest = row(`… ${count(middle.length, "more segment")}: about ${grouped(sum)} tokens`);
  return [...segments.slice(0, first).map(one), rest, ...segments.slice(-last).map(one)];
}
