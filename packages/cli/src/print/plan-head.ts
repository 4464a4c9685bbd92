import type { PlanOf, ReplayWay, RestoreMode, RestorePlan } from "@reprise/model";
import { exactLine, turnsIn } from "@reprise/model";
import type { Paint } from "./paint.ts";
import { count, grouped } from "./words.ts";

const modeWords: Readonly<Record<RestoreMode, string>> = {
  resume: "Resume",
  fork: "Fork",
  replay: "Replay",
  handoff: "Handoff",
};

const wayWords: Readonly<Record<ReplayWay, string>> = {
  inject: "told to the agent, without a model call",
  native: "written as a session into the agent's own store, without a model call",
  segments: "sent to a model piece by piece: this uses tokens and costs money",
  fork: "by the agent itself, without a model call",
};

/** What will be done, to whom, how, and how large it is. */
export function planHead(plan: RestorePlan, paint: Paint): string {
  const { mode, session, target, owner } = plan;
  const turns = turnsIn(plan);
  const via = mode === "fork" ? "fork" : mode === "replay" ? plan.via : null;
  const isTold = mode === "replay" || mode === "fork";
  const title = mode === null ? "Cannot go on with" : modeWords[mode];
  const facts = [
    via === null ? null : `way: ${via}, ${wayWords[via]}`,
    turns === null ? null : `turns: ${turns.from === turns.to ? turns.from : `${turns.from}–${turns.to}`}`,
    mode === null || plan.tokens === 0 ? null : `tokens: ${tokenWords(plan)}`,
    mode === "replay" && plan.brief !== null ? "a brief stands for the turns that do not fit" : null,
    mode !== "replay" || plan.continues === null
      ? null
      : "goes on with a replay that died: nothing is told twice",
    owner === null ? null : paint("yellow", `open in ${exactLine(owner.program)} (process ${owner.pid})`),
  ];
  const where = isTold ? ` as a new session of ${target}` : "";
  return [
    `${paint("bold", title)} ${exactLine(session)}${where}\n`,
    ...facts.map((fact) => (fact === null ? "" : `  ${fact}\n`)),
  ].join("");
}

function tokenWords(plan: Exclude<RestorePlan, PlanOf<null>>): string {
  const { mode, tokens } = plan;
  const contextTokens = plan.mode === "replay" ? plan.contextTokens : null;
  const limit = contextTokens === null ? "" : `, of ${grouped(contextTokens)} that the model takes`;
  return `${mode === "handoff" ? "" : "about "}${grouped(tokens)}${limit}`;
}

const [FIRST, LAST] = [6, 2];

/** Each segment; the middle of many in one line, so that the plan stays on a screen. */
export function segmentLines({ segments }: PlanOf<"replay">): string[] {
  const sum = (of: PlanOf<"replay">["segments"]) =>
    grouped(of.reduce((total, { tokens }) => total + tokens, 0));
  const line = (one: PlanOf<"replay">["segments"][number]) =>
    `${one.number}: about ${count(one.tokens, "token")}, ${count(one.items.length, "item")}`;
  const middle = segments.slice(FIRST, -LAST);
  if (middle.length <= 1) return segments.map(line);
  return [
    ...segments.slice(0, FIRST).map(line),
    `… ${count(middle.length, "more segment")}: about ${sum(middle)} tokens`,
    ...segments.slice(-LAST).map(line),
  ];
}
