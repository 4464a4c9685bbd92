import {
  isPassing,
  type KeptApproval,
  type NumberedEvent,
  type RestoreEvent,
  type RunId,
  type RunScope,
  type RunState,
  type SessionId,
  type StartedRun,
  type StatusRow,
  sessionIdOf,
  type ThreadId,
  type Timestamp,
} from "@reprise/model";
import type { ScriptedLine } from "./scripted-source.ts";

export interface StoredRun {
  state: RunState;
  /** Until its agent has the prompt. */
  prompt: string | null;
  readonly spans: StartedRun[];
  /** The runner that has it. */
  owner: object;
}

/** Shared by several memory runners, as processes share a disk. */
export class MemoryStore {
  /** Oldest first. */
  readonly runs: StoredRun[] = [];
  /** The agent's logs. */
  readonly logs = new Map<ThreadId, ScriptedLine[]>();
  readonly declined = new Set<RunId>();
  readonly dismissed = new Set<SessionId>();
  readonly approvals = new Map<SessionId, readonly KeptApproval[]>();

  log(thread: ThreadId, ...lines: readonly ScriptedLine[]): void {
    this.logs.set(thread, [...(this.logs.get(thread) ?? []), ...lines]);
  }
}

export async function* watch({ spans }: StoredRun, after: number, signal?: AbortSignal): AsyncGenerator<NumberedEvent> {
  let number = 0;
  // Grows during the loop.
  for (const span of spans)
    for await (const { event } of span.events(0, signal)) {
      number += 1;
      if (number > after) yield { number, event };
    }
}

export function isSame(one: RunScope, other: RunScope): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}

export function isOffered({ status, failure }: RunState): boolean {
  return ["interrupted", "cancelled"].includes(status) || (failure !== null && isPassing(failure));
}

const now = () => new Date().toISOString() as Timestamp;

export function startOf(
  given: Pick<RunState, "run" | "agent" | "scope" | "settings" | "instructions" | "workspace">,
): RunState {
  return {
    ...given,
    status: "running",
    thread: null,
    isPersisted: false,
    home: null,
    finishedAt: null,
    failure: null,
    startedAt: now(),
    updatedAt: now(),
    process: null,
    agentProcess: null,
    lineage: null,
    restore: null,
    journal: "",
    pending: [],
    parkedUntil: null,
    turnStartedAt: null,
    turn: null,
  };
}

export function stateAfter(state: RunState, event: RestoreEvent): RunState {
  const next = { ...state, updatedAt: now() };
  switch (event.type) {
    case "thread":
      return { ...next, thread: event.thread, isPersisted: event.isPersisted };
    case "request":
      return { ...next, pending: [...state.pending, event.request] };
    case "request-resolved":
      return { ...next, pending: state.pending.filter(({ id }) => id !== event.id) };
    case "turn-ended":
      return { ...next, failure: event.failure, pending: [] };
    case "run-ended":
      return { ...next, status: event.status, failure: event.failure, finishedAt: now() };
    case "refused":
    case "restore-cancelled":
      return { ...next, status: "cancelled", finishedAt: now() };
    default:
      return next;
  }
}

/** Nothing but what its run says. */
export function statusRowOf(state: RunState, dismissed: ReadonlySet<SessionId>): StatusRow {
  const { run, agent, thread, workspace, status, updatedAt, parkedUntil, pending, scope } = state;
  const session = thread && sessionIdOf(agent, thread);
  return {
    run,
    agent,
    thread,
    workspace,
    state: status !== "running" ? "interrupted" : pending.length > 0 ? "waiting" : "working",
    updatedAt,
    parkedUntil,
    pendingCount: pending.length,
    session,
    title: "",
    owner: null,
    doing: null,
    unfinished: [],
    stillRunning: [],
    drift: [],
    unsentPrompt: null,
    project: scope?.kind === "project" ? scope.path : null,
    isDismissed: session !== null && dismissed.has(session),
  };
}
