import type { Drift, RestoreMode, RestorePlan, Settings, Unfinished } from "@reprise/model";
import type { Paint } from "./paint.ts";
import { safeBody, safeLine } from "./safe.ts";
import { grouped } from "./words.ts";

const settingWords: Readonly<Record<keyof Settings, string>> = {
  model: "model",
  provider: "provider",
  effort: "effort",
  summary: "summary",
  sandbox: "sandbox",
  approvalPolicy: "approval policy",
  cwd: "directory",
};

export const modeWords: Readonly<Record<RestoreMode, string>> = {
  resume: "Resume",
  fork: "Fork",
  replay: "Replay",
  handoff: "Handoff",
};

export const outcomeWords: Readonly<Record<Unfinished["outcome"], string>> = {
  unknown: "outcome unknown",
  "still-running": "still running",
  done: "done",
  "not-done": "not done",
  "partly-done": "partly done",
};

/** Everything a restore will do, before it does any of it. */
export function planText(plan: RestorePlan, paint: Paint): string {
  const { mode, session, settings, prompt, account } = plan;
  const title = mode === null ? "Cannot go on with" : modeWords[mode];
  return [
    `${paint("bold", title)} ${safeLine(session)}\n`,
    section("Settings", settingLines(settings)),
    section(
      "Changed since",
      plan.drift.map((drift) => driftLine(drift, paint)),
    ),
    section(
      "Approvals to apply again",
      plan.approvals.map(({ subject }) => safeLine(subject)),
    ),
    section("Unfinished work", plan.unfinished.map(unfinishedLine)),
    section(
      "Asked and never answered (can be asked again, not granted)",
      plan.pending.map(({ subject }) => safeLine(subject)),
    ),
    section("Will not carry over", plan.lost.map(safeLine)),
    section("Compared once the agent runs", plan.unchecked.map(safeLine)),
    section(
      "Segments",
      plan.segments.map(({ number, tokens }) => `${number}: about ${grouped(tokens)} tokens`),
    ),
    section("Will be told, if you agree", account === null || mode === null ? [] : quoted(account)),
    section("Will be sent", prompt === null || mode === null ? [] : quoted(prompt)),
    section(
      mode === null ? "Why not" : "Not possible",
      plan.refusals.map(({ mode, detail }) => `${mode}: ${safeLine(detail)}`),
    ),
  ].join("");
}

export function driftLine({ kind, subject, recorded, now, widens, note }: Drift, paint: Paint): string {
  const name =
    kind === "setting" || kind === "folder" ? (settingWords[subject as keyof Settings] ?? subject) : subject;
  const change = `${safeLine(recorded ?? "none")} → ${safeLine(now ?? "none")}`;
  const wider = widens ? paint("red", "  WIDER: more would be permitted") : "";
  return `${kind === "git" ? "git " : ""}${safeLine(name)}: ${change}${wider}${note === null ? "" : ` (${safeLine(note)})`}`;
}

export function unfinishedLine({ kind, subject, outcome, evidence }: Unfinished): string {
  return `${kind} ${safeLine(subject)}: ${outcomeWords[outcome]} (${safeLine(evidence)})`;
}

function settingLines(settings: Settings): string[] {
  return (Object.keys(settingWords) as (keyof Settings)[]).flatMap((field) => {
    const value = settings[field];
    return value === null ? [] : [`${settingWords[field]}: ${safeLine(value)}`];
  });
}

function quoted(text: string): string[] {
  return safeBody(text)
    .split("\n")
    .map((line) => `> ${line}`.trimEnd());
}

function section(title: string, rows: readonly string[]): string {
  return rows.length === 0 ? "" : `${title}:\n${rows.map((row) => `  ${row}\n`).join("")}`;
}
