import { type WorkStatus, workWords } from "@reprise/model";
import { codeSpan } from "../sections/section.ts";
import { exactLine } from "../text/safe-text.ts";
import type { Outcome } from "./digest.ts";
import { isCheckKey } from "./failures.ts";
import type { BriefTurn } from "./turn.ts";

export function statusWords(status: WorkStatus, exitCode: number | null): string {
  if (exitCode !== null) return exitCode < 0 ? "stopped" : `exit ${exitCode}`;
  if (status === "open" || status === "waiting") return workWords[status];
  return status === "declined" ? "declined, not run" : status;
}

/** The outcome of a turn. The agent's own "done" is no evidence. */
export function outcomeOf(turn: BriefTurn, failing: ReadonlySet<string>): Outcome {
  const { state, claim, reason } = turn;
  if (state === "failed") return { kind: "failed", evidence: reason, claim };
  if (state !== "completed") return { kind: state, evidence: null, claim };
  if (turn.workCount === 0) return { kind: "answered", evidence: null, claim };
  if (hasPassed(turn, failing))
    return { kind: "done", evidence: `${codeSpan(exactLine(turn.passedCheck ?? "", 60))} passed`, claim };
  const doubt = doubtOf(turn, failing);
  if (doubt !== null) return { kind: "unproven", evidence: doubt, claim };
  const evidence =
    turn.failed.length > 0
      ? "what failed in it succeeded later"
      : turn.workCount === 1
        ? "its one step succeeded"
        : `its ${turn.workCount} steps succeeded`;
  return { kind: "done", evidence, claim };
}

/** Whether the turn's last check passed and none of its checks still fails. */
export function hasPassed({ passedCheck, failed }: BriefTurn, failing: ReadonlySet<string>): boolean {
  return passedCheck !== null && !failed.some((key) => failing.has(key) && isCheckKey(key));
}

function doubtOf(
  { failed, openCount, declinedCount, waitingCount, hiddenCount }: BriefTurn,
  failing: ReadonlySet<string>,
): string | null {
  const failingCount = new Set(failed.filter((key) => failing.has(key))).size;
  const doubts = [
    ...(failingCount > 0 ? [`${steps(failingCount)} failed`] : []),
    ...(declinedCount > 0 ? [`${steps(declinedCount)} declined`] : []),
    ...(waitingCount > 0 ? [`${steps(waitingCount)} not run, waiting for approval`] : []),
    ...(openCount > 0 ? [`${steps(openCount)} without a recorded outcome`] : []),
    ...(hiddenCount > 0 ? [`${steps(hiddenCount)} behind a pipe that hides the exit code`] : []),
  ];
  return doubts.length === 0 ? null : doubts.join(", ");
}

function steps(count: number): string {
  return `${count} ${count === 1 ? "step" : "steps"}`;
}
