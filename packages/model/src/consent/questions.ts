import { costWords } from "../plan-words/cost.ts";
import { logClaimWords, recapWords, reuseWords } from "../plan-words/names.ts";
import { ailmentRow, approvalRow, driftRow, type PlanRow, quotedRows, row } from "../plan-words/row.ts";
import { planTitle } from "../plan-words/text.ts";
import { approvalsIn, type Drift, isExpectedToFail, type KeptApproval, type RestorePlan, recapIn } from "../restore.ts";
import type { Settings } from "../run.ts";
import { count } from "../text/count.ts";
import { type ConsentKind, consentRules } from "./rules.ts";

/** Something that only a person can decide before a plan is carried out. */
export interface ConsentQuestion {
  readonly kind: ConsentKind;
  /** Without a question mark: also the label of a tick. */
  readonly text: string;
  /** In a list of what waits for an answer. */
  readonly subject: string;
  /** What must have been shown before a yes counts. */
  readonly rows: readonly PlanRow[];
  /** Whether starting what is shown is a yes. */
  readonly atFirst: boolean;
  readonly no: "stops" | "continues";
}

/** What is settled before anybody is asked. */
export interface Settled {
  /** Named by the person for this restore. */
  readonly settings?: Partial<Settings> | undefined;
  /** The person has had the session open here: its files and commits changed before their eyes. */
  readonly isFollowed?: boolean | undefined;
  /** The person has agreed to the changes already. */
  readonly hasAgreedToChanges?: boolean | undefined;
  /** False: no approval is reused, so none is asked about. */
  readonly remembers?: boolean | undefined;
}

/** Everything a plan asks, in the order it is asked. Wider permissions are no question: see `whyNot`. */
export function questionsIn(plan: RestorePlan, settled: Settled = {}): readonly ConsentQuestion[] {
  if (plan.mode === null || plan.mode === "handoff") return [];
  const ask = (kind: ConsentKind, text: string, subject: string, rows: readonly PlanRow[]) => {
    const { atFirst, no } = consentRules[kind];
    return [{ kind, text, subject, rows, atFirst, no }];
  };
  const changes = openChanges(plan, settled);
  const { saved, claimed } = approvalsOf(plan, settled);
  const [cost, recap] = [costWords(plan), recapIn(plan)];
  return [
    ...(plan.mode === "resume" ? [] : ask("mode", planTitle(plan), "a new thread", plan.drift.map(driftRow))),
    ...(isExpectedToFail(plan) && plan.mode === "resume"
      ? ask(
          "failure",
          "A resume is expected to fail, as shown. Resume all the same",
          "a resume that is expected to fail",
          plan.ailments.map((one) => ailmentRow(one, "danger")),
        )
      : []),
    ...(changes.length > 0
      ? ask(
          "changes",
          `${count(changes.length, "thing")} changed, as shown. Continue`,
          count(changes.length, "change"),
          changes.map(driftRow),
        )
      : []),
    ...(cost === null ? [] : ask("cost", `Agree to ${cost}`, "the cost", [row(cost, "caution")])),
    ...(saved.length > 0
      ? ask("approvals", reuseWords(saved), count(saved.length, "saved approval"), saved.map(approvalRow))
      : []),
    ...(claimed.length > 0
      ? ask("log-approvals", `Reuse ${logClaimWords(claimed)}`, logClaimWords(claimed), claimed.map(approvalRow))
      : []),
    ...(recap === null ? [] : ask("recap", recapWords, "the recap of unfinished work", quotedRows(recap))),
    ...(plan.mode === "replay" && plan.segments.length > 1
      ? ask("steps", "Ask before each segment", "segments", [])
      : []),
  ];
}

/** Of a plan that is shown whole: what starting it does not answer. */
export function ticksIn(plan: RestorePlan): readonly ConsentQuestion[] {
  return questionsIn(plan).filter(({ atFirst, no }) => no === "continues" || !atFirst);
}

/** Changes that are asked about: of a new thread they are part of its plan. */
function openChanges({ mode, drift }: RestorePlan, settled: Settled): readonly Drift[] {
  const { settings = {}, isFollowed = false, hasAgreedToChanges = false } = settled;
  if (mode !== "resume" || hasAgreedToChanges) return [];
  return drift.filter(({ kind, subject, now, note, widens }) => {
    if (widens) return false;
    // Of a file, null means that it may not have changed at all, or that the session itself may have changed it.
    if (kind === "file") return now !== null && !isFollowed;
    if (kind === "git") return !isFollowed;
    // What has a cost is asked about, named or not.
    return !((kind === "setting" || kind === "folder") && Object.hasOwn(settings, subject) && note === null);
  });
}

/** By who says that they were given. */
export function approvalsOf(plan: RestorePlan, { remembers = true }: Pick<Settled, "remembers"> = {}) {
  const all: readonly KeptApproval[] = remembers ? approvalsIn(plan) : [];
  return {
    saved: all.filter(({ source }) => source === "saved"),
    claimed: all.filter(({ source }) => source === "log"),
  };
}
