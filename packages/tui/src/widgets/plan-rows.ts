import type { Drift, Owner, Settings, Unfinished } from "@reprise/model";
import { driftNow, exactLine, outcomeWords, safeLine, settingWords } from "@reprise/model";
import type { Row } from "./rows.ts";

/** `recorded → now`, with what it costs; that more would be permitted stands in words. */
export function driftRow({ kind, subject, recorded, now, widens, note }: Drift): Row {
  const isSetting = kind === "setting" || kind === "folder";
  const name = isSetting ? (settingWords[subject as keyof Settings] ?? subject) : subject;
  const change = `${exactLine(recorded ?? "none")} → ${exactLine(driftNow({ kind, now }))}`;
  const wider = widens ? "  WIDER: more would be permitted" : "";
  const cost = note === null ? "" : ` (${safeLine(note)})`;
  const text = `${kind === "git" ? "git " : ""}${exactLine(name)}: ${change}${wider}${cost}`;
  return { text, tone: widens ? "bad" : "warn", isWider: widens };
}

export function unfinishedRow({ kind, subject, outcome, evidence }: Unfinished): Row {
  return { text: `${kind} ${exactLine(subject)}: ${outcomeWords[outcome]} (${exactLine(evidence)})` };
}

export function processWords({ program, pid }: Owner): string {
  return `${exactLine(program)} (process ${pid})`;
}
