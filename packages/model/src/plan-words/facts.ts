import { agentOf, type SessionId, type Timestamp } from "../ids.ts";
import type { PlanOf, RestorePlan } from "../restore.ts";
import { turnsIn } from "../restore.ts";
import { zonedTime } from "../text/clock.ts";
import { count, grouped } from "../text/count.ts";
import { exactLine } from "../text/exact-text.ts";
import { costWords } from "./cost.ts";
import { modeNames, modeWords, stoppedAt, wayWords } from "./names.ts";
import { type PlanRow, type PlanTone, processWords } from "./row.ts";

/** Facts a face knows besides the plan. */
export interface PlanContext {
  /** False: the agent declines what it may not do instead of asking. */
  readonly asks?: boolean | undefined;
  /** Turns of the session. */
  readonly turnCount?: number | undefined;
  /** A usage limit ended its last turn. */
  readonly parkedUntil?: Timestamp | null | undefined;
  /** The session the user named, if a stopped replay continues another. */
  readonly named?: SessionId | undefined;
  /** What the user can do about a fact, by its label; safe to print. */
  readonly hints?: Readonly<Record<string, string | undefined>> | undefined;
}

/** What will be done, by which agent, where, and how large it is. */
export function factRows(plan: RestorePlan, context: PlanContext): PlanRow[] {
  const { mode, owner } = plan;
  const way = mode === "fork" ? "fork" : "via" in plan ? plan.via : null;
  const facts: (readonly [label: string | null, text: string | null, tone?: PlanTone])[] = [
    [mode && modeNames[mode], mode && modeWords[mode]],
    ["History", way && `${way}: ${wayWords[way]}`, way === "segments" ? "caution" : "plain"],
    ["Cost", costWords(plan), "caution"],
    ["Agent", agentWords(plan)],
    ["Approvals", asks(plan, context) ? null : "none; anything not allowed is declined", "caution"],
    ["Folder", mode === "handoff" ? null : exactLine(plan.settings.cwd ?? "not recorded")],
    ["Turns", turnWords(plan, context)],
    ["Context", tokenWords(plan)],
    ["Limit", limitWords(context), "caution"],
    ["Sends", mode && sentWords(plan)],
    ["Open in", owner && processWords(owner), "caution"],
    ["Continues", mode === "replay" && plan.continues !== null ? continuesWords(plan) : null],
    ["Source", sourceWords(plan, context)],
  ];
  return facts.flatMap(([label, text, tone = "plain"]) => {
    if (label === null || text === null) return [];
    const hint = context.hints?.[label];
    return [{ label, text: hint === undefined ? text : `${text} (${hint})`, tone }];
  });
}

function agentWords(plan: RestorePlan): string | null {
  const own = agentOf(plan.session);
  if (plan.mode === "handoff") return null;
  return plan.target === own ? own : `${plan.target}, instead of ${own}`;
}

function asks({ mode }: RestorePlan, context: PlanContext): boolean {
  return mode === "handoff" || context.asks !== false;
}

/** `1–4 of 10`, `4 (all)` */
function turnWords(plan: RestorePlan, { turnCount }: PlanContext): string | null {
  const turns = turnsIn(plan);
  if (turns === null) return turnCount === undefined ? null : `${grouped(turnCount)} (all)`;
  const which = turns.from === turns.to ? `${turns.from}` : `${turns.from}–${turns.to}`;
  const all = turnCount === undefined ? "" : ` of ${grouped(turnCount)}`;
  const before = plan.mode === "replay" && plan.brief !== null ? "; a brief replaces the turns before" : "";
  return `${which}${all}${before}`;
}

function tokenWords(plan: RestorePlan): string | null {
  if (plan.mode === null || plan.tokens === 0) return null;
  const window = "contextTokens" in plan ? plan.contextTokens : null;
  const known = `${plan.mode === "handoff" ? "" : "about "}${grouped(plan.tokens)}`;
  return window === null ? `${known} tokens` : `${known} of ${grouped(window)} tokens`;
}

/** The agent answers nothing before that. */
function limitWords({ parkedUntil = null }: PlanContext): string | null {
  return parkedUntil === null ? null : `usage limit until ${zonedTime(parkedUntil)}`;
}

/** What is sent to a model. */
function sentWords(plan: Exclude<RestorePlan, PlanOf<null>>): string {
  if (plan.mode === "handoff") return "nothing";
  const history =
    plan.mode === "replay" && plan.via === "segments"
      ? `the history, in ${count(plan.segments.length, "segment")}; `
      : "";
  return `${history}${plan.prompt === null ? "nothing until you write a message" : "the prompt below"}`;
}

function continuesWords({ ways, via }: PlanOf<"replay">): string {
  const stopped = ways.find(({ way }) => way === via)?.stopped ?? null;
  const place = stopped === null ? "" : ` after ${stoppedAt(stopped)}`;
  return `a replay that stopped${place}; nothing is sent twice`;
}

function sourceWords({ session }: RestorePlan, { named }: PlanContext): string | null {
  if (named === undefined || named === session) return null;
  return `${exactLine(session)}; the session you named has a part of it`;
}
