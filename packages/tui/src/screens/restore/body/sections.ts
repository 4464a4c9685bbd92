import {
  type Ailment,
  ailmentText,
  exactLine,
  isExpectedToFail,
  logOnly,
  type PlanOf,
  type RestorePlan,
  recapIn,
  safeBody,
  safeLine,
} from "@reprise/model";
import { count, grouped } from "../../../text/count.ts";
import { unfinishedRow } from "../../../widgets/plan-rows.ts";
import { type Row, section } from "../../../widgets/rows.ts";

/** What is told in pieces; the middle of many in one row. */
export function segmentRows(plan: RestorePlan): Row[] {
  if (plan.mode !== "replay" || plan.via !== "segments") return [];
  const { segments } = plan;
  const row = (one: PlanOf<"replay">["segments"][number]): Row => {
    return {
      text: `${one.number}: about ${count(one.tokens, "token")}, ${count(one.items.length, "item")}`,
    };
  };
  const middle = segments.slice(first, -last);
  if (middle.length <= 1) return section("Segments", segments.map(row));
  const sum = middle.reduce((total, { tokens }) => total + tokens, 0);
  const rest = { text: `… ${count(middle.length, "more segment")}: about ${grouped(sum)} tokens` };
  return section("Segments", [...segments.slice(0, first).map(row), rest, ...segments.slice(-last).map(row)]);
}

const [first, last] = [3, 1];

export function approvalRows(plan: RestorePlan): Row[] {
  if (plan.mode === "handoff" || plan.mode === null) return [];
  const { approvals, mode } = plan;
  const rows = approvals.map(({ subject, source }) => ({
    text: `${exactLine(subject)}${source === "log" ? `  (${logOnly})` : ""}`,
  }));
  const title = mode === "resume" ? "Approvals to apply again" : "Approvals to carry over";
  return section(title, rows.length === 0 ? [{ text: "none were kept", tone: "dim" }] : rows);
}

export function pendingRows({ pending }: RestorePlan): Row[] {
  const rows = pending.map(({ subject, reason }) => {
    return { text: exactLine(reason === null ? subject : `${subject} (${reason})`) };
  });
  return section("Asked and never answered (can be asked again, not granted)", rows);
}

export function unfinishedRows(plan: RestorePlan): Row[] {
  const { unfinished } = plan;
  const account = recapIn(plan);
  const told = account === null ? [] : quoted("Will be told, if you agree", account);
  return [...section("Unfinished work", unfinished.map(unfinishedRow)), ...told];
}

/** What the agent or its model is known to refuse, before the person relies on it. */
export function doubtRows(plan: RestorePlan): Row[] {
  if (plan.mode !== "resume" || !isExpectedToFail(plan)) return [];
  const rows = plan.ailments.map((ailment): Row => ({ ...ailmentRow(ailment), tone: "bad" }));
  return section("Expected to fail", [...rows, { text: `→ ${replayInstead}`, indent: 2 }]);
}

const replayInstead = "Replay tells it to a new session without that.";

export function lostRows(plan: RestorePlan): Row[] {
  const ailments = "ailments" in plan ? plan.ailments : [];
  return [
    ...section("What is wrong with it", isExpectedToFail(plan) ? [] : ailments.map(ailmentRow)),
    ...section("Does not carry over", ("lost" in plan ? plan.lost : []).map(bare)),
    ...section("Known only once the agent runs", ("unchecked" in plan ? plan.unchecked : []).map(bare)),
  ];
}

/** The brief itself, with its size: what Enter puts into the composer. */
export function briefRows(plan: RestorePlan): Row[] {
  return plan.mode === "handoff" ? quoted(`The brief (${count(plan.tokens, "token")})`, plan.brief) : [];
}

function quoted(title: string, text: string): Row[] {
  const lines = safeBody(text).replaceAll("\t", "  ").split("\n");
  return section(
    title,
    lines.map((line) => ({ label: "> ", text: line, tone: "dim" })),
  );
}

function ailmentRow(ailment: Ailment): Row {
  return { text: `${exactLine(ailment.file)}:${ailment.line} ${safeLine(ailmentText(ailment))}` };
}

function bare(text: string): Row {
  return { text: safeLine(text) };
}
