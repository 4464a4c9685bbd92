import type { Drift, Owner, Settings, Unfinished } from "@reprise/model";
import { safeLine } from "@reprise/model";
import type { Row } from "./rows.ts";

export const settingWords: Readonly<Record<keyof Settings, string>> = {
  model: "model",
  provider: "provider",
  effort: "effort",
  summary: "summary",
  sandbox: "sandbox",
  approvalPolicy: "approval policy",
  cwd: "directory",
};

/** `recorded → now`, with what it costs; that more would be permitted stands in words. */
export function driftRow({ kind, subject, recorded, now, widens, note }: Drift): Row {
  const isSetting = kind === "setting" || kind === "folder";
  const name = isSetting ? (settingWords[subject as keyof Settings] ?? subject) : subject;
  const change = `${safeLine(recorded ?? "none")} → ${safeLine(now ?? "none")}`;
  const wider = widens ? "  WIDER: more would be permitted" : "";
  const cost = note === null ? "" : ` (${safeLine(note)})`;
  const text = `${kind === "git" ? "git " : ""}${safeLine(name)}: ${change}${wider}${cost}`;
  return { text, tone: widens ? "bad" : "warn" };
}

const outcomeWords: Readonly<Record<Unfinished["outcome"], string>> = {
  unknown: "outcome unknown",
  "still-running": "still running",
  done: "done",
  "not-done": "not done",
  "partly-done": "partly done",
};

export function unfinishedRow({ kind, subject, outcome, evidence }: Unfinished): Row {
  return { text: `${kind} ${safeLine(subject)}: ${outcomeWords[outcome]} (${safeLine(evidence)})` };
}

export function processWords({ program, pid }: Owner): string {
  return `${safeLine(program)} (process ${pid})`;
}
