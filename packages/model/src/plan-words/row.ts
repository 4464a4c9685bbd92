import type { Ailment, Drift, KeptApproval, Unfinished } from "../restore.ts";
import type { Owner } from "../session.ts";
import { exactLine } from "../text/exact-text.ts";
import { safeBody, safeLine } from "../text/safe-text.ts";
import { ailmentText } from "../words/ailment-text.ts";
import { outcomeWords } from "../words/outcome-words.ts";
import { driftNow, settingName } from "../words/setting-words.ts";

export type PlanTone = "plain" | "good" | "caution" | "danger" | "muted";

/** One statement of a plan. Faces only style it: the text is safe to print. */
export interface PlanRow {
  /** The label of a fact; null in a list. */
  readonly label: string | null;
  readonly text: string;
  readonly tone: PlanTone;
  /** A line of a text that is sent verbatim. */
  readonly isQuoted?: true;
  /** Describes a permission beyond the baseline. */
  readonly isWider?: true;
}

export function row(text: string, tone: PlanTone = "plain"): PlanRow {
  return { label: null, text, tone };
}

/** Line by line, so that nothing is hidden. */
export function quotedRows(text: string): PlanRow[] {
  return safeBody(text)
    .split("\n")
    .map((line) => ({ label: null, text: line, tone: "muted", isQuoted: true }));
}

/** `sandbox: read-only → workspace-write  WIDER: more would be permitted` */
export function driftRow({ kind, subject, recorded, now, widens, note }: Drift): PlanRow {
  const name = isSetting({ kind }) ? settingName(subject) : subject;
  if (kind === "file" && now === null)
    return row(
      `${exactLine(name)}: ${exactLine(recorded ?? "in the session")}; whether it changed since is unknown`,
      "caution",
    );
  const change = `${exactLine(recorded ?? "none")} → ${exactLine(driftNow({ kind, now }))}`;
  const wider = widens ? "  WIDER: more would be permitted" : "";
  const cost = note === null ? "" : ` (${safeLine(note)})`;
  const text = `${kind === "git" ? "git " : ""}${exactLine(name)}: ${change}${wider}${cost}`;
  return { ...row(text, widens ? "danger" : "caution"), ...(widens ? { isWider: true } : {}) };
}

export function isSetting({ kind }: Pick<Drift, "kind">): boolean {
  return kind === "setting" || kind === "folder";
}

/** `command make: outcome unknown: may have partly run (no exit recorded, not running now)` */
export function unfinishedRow({ kind, subject, outcome, evidence }: Unfinished): PlanRow {
  return row(`${kind} ${exactLine(subject)}: ${outcomeWords[outcome]} (${exactLine(evidence)})`);
}

export function approvalRow({ subject }: KeptApproval): PlanRow {
  return row(exactLine(subject));
}

export function ailmentRow(ailment: Ailment, tone: PlanTone = "plain"): PlanRow {
  return row(`${exactLine(ailment.file)}:${ailment.line} ${safeLine(ailmentText(ailment))}`, tone);
}

/** As people know it: `Reprise, pts/1`, `reprise run, pts/1`, `the page of Reprise`, `codex (process 7)`. */
export function processWords({ program, pid, terminal }: Owner): string {
  if (program === "reprise open") return "the page of Reprise";
  const isOurs = program === "reprise" || program.startsWith("reprise ");
  const name = program === "reprise" ? "Reprise" : exactLine(program);
  const where = terminal === null ? name : `${name}, ${exactLine(terminal)}`;
  return isOurs ? where : `${where} (process ${pid})`;
}
