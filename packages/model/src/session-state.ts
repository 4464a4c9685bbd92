import type { Timestamp } from "./ids.ts";
import type { PlanTone } from "./plan-words/row.ts";
import type { RunState } from "./run.ts";
import type { Owner, SessionState } from "./session.ts";
import { zonedTime } from "./text/clock.ts";
import type { TurnState } from "./transcript.ts";

/** What the agent's log says about a session whose process is gone. */
export interface LogState {
  /** Never a state of a living process. */
  readonly state: Exclude<SessionState, "working" | "waiting" | "open" | "parked">;
  /** Its last turn has no recorded end. */
  readonly isTurnOpen: boolean;
  readonly turnStartedAt: Timestamp | null;
  readonly updatedAt: Timestamp | null;
}

/** What our journal says about our latest run of it; `running`: its process lives. */
export type RunFacts = Pick<RunState, "status" | "failure" | "parkedUntil" | "turnStartedAt" | "turn" | "updatedAt"> & {
  readonly pending: readonly unknown[];
};

export interface StateEvidence {
  readonly log: LogState;
  readonly run: RunFacts | null;
  /** A living process that has it open. */
  readonly owner: Owner | null;
}

/**
 * The state of a session, for every face, filter, count and question. A living process comes first, then our journal where it
 * knows the last turn, then the agent's log.
 */
export function stateOf({ log, run, owner }: StateEvidence): SessionState {
  if (log.state === "unreadable") return "unreadable";
  if (run?.status === "running") {
    if (run.turn !== "open") return "open";
    return run.pending.length > 0 ? "waiting" : "working";
  }
  if (owner !== null) return log.isTurnOpen ? "working" : "open";
  if (run === null || !knowsLastTurn(run, log)) return log.state;
  return endedState(run, isMissingTurn(run, log) ? null : log.state);
}

/** An agent whose Reprise was killed may record the start of its turn a moment after our last record. */
const outlivesMs = 10_000;

/** The log's last turn is not one that another program started later. */
function knowsLastTurn({ turnStartedAt, turn, updatedAt }: RunFacts, log: LogState): boolean {
  if (turnStartedAt === null) return false;
  const slackMs = turn === "open" ? outlivesMs : 0;
  return log.turnStartedAt === null || Date.parse(log.turnStartedAt) <= Date.parse(updatedAt) + slackMs;
}

/** Some agents record a prompt only with its answer. */
function isMissingTurn({ turnStartedAt }: RunFacts, log: LogState): boolean {
  return turnStartedAt !== null && log.updatedAt !== null && log.updatedAt < turnStartedAt;
}

/** `log`: null if it does not have the last turn. */
function endedState({ turn, failure, parkedUntil }: RunFacts, log: LogState["state"] | null): SessionState {
  if (parkedUntil !== null) return "parked";
  if (turn === "completed" || log === "completed") return "completed";
  if (turn === "stopped") return "stopped";
  return turn === "failed" && failure?.kind !== "transport" ? "failed" : "interrupted";
}

/** The state of a session's last turn: its log may not say who stopped it. */
export function turnStateIn(session: SessionState, turn: TurnState): TurnState {
  if (turn !== "interrupted" && turn !== "stopped") return turn;
  if (session === "parked" || session === "failed") return "failed";
  return session === "interrupted" || session === "stopped" || session === "completed" ? session : turn;
}

/** A living process has it open. */
export function isHeld(state: SessionState): boolean {
  return state === "working" || state === "waiting" || state === "open";
}

/** An agent is in a turn. */
export function isActive(state: SessionState): boolean {
  return state === "working" || state === "waiting";
}

/** Cut off, not stopped by a person: counted, offered unasked, and continued by *resume all*. */
export function isCutOff(state: SessionState): boolean {
  return state === "interrupted" || state === "parked";
}

/** The states of `isCutOff`, in the order of a list. */
export const cutOffStates = ["interrupted", "parked"] as const satisfies readonly SessionState[];
/** The states of `isActive`, in the order of a list. */
export const activeStates = ["waiting", "working"] as const satisfies readonly SessionState[];

/** As people read it: `waiting for you`, `parked until 08:03`. */
export function stateWords(state: SessionState, parkedUntil: Timestamp | null = null): string {
  if (state === "waiting") return "waiting for you";
  if (state === "parked" && parkedUntil !== null) return `parked until ${zonedTime(parkedUntil)}`;
  return state;
}

export const stateTones: Readonly<Record<SessionState, PlanTone>> = {
  working: "good",
  waiting: "caution",
  open: "good",
  parked: "caution",
  interrupted: "caution",
  stopped: "plain",
  failed: "danger",
  completed: "plain",
  empty: "muted",
  unreadable: "danger",
};
