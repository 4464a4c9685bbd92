import type { Request, RunState, Timestamp } from "@reprise/model";
import type { JournalRecord } from "./journal-record.ts";

/** Null before the first record. Whether `running` is still true depends on its process. */
export function addRecord(state: RunState | null, record: JournalRecord, journal: string): RunState | null {
  if (record.type === "run-started") return startOf(record, journal);
  if (!state) return null;
  const next = { ...state, updatedAt: record.at };
  switch (record.type) {
    case "run-resumed":
      // What was left is as it was until a turn starts.
      return {
        ...next,
        status: "running",
        finishedAt: null,
        process: record.process,
        agentProcess: null,
        settings: record.settings,
        turn: state.turn === "open" ? "interrupted" : state.turn,
      };
    case "prompt-sending":
      return record.isSteering ? next : turnStarted(next);
    case "agent-started":
      return { ...next, agentProcess: record.process };
    case "thread-known":
      return { ...next, thread: record.thread, isPersisted: state.isPersisted || record.isPersisted };
    case "prompt-persisted":
      return { ...next, isPersisted: true };
    case "settings-effective":
      return { ...next, settings: record.settings };
    case "request-asked":
      return { ...next, pending: [...withoutRequest(state.pending, record.request.id), record.request] };
    case "request-answered":
      return { ...next, pending: withoutRequest(state.pending, record.request) };
    case "turn-started":
      // Requests of a dead process stay known until the conversation continues.
      return { ...turnStarted(next), pending: [] };
    case "turn-ended":
      // Requests end with their turn; those of a crash are kept for display.
      return {
        ...next,
        failure: record.failure,
        turn: record.isStopped ? "stopped" : record.state,
        pending: record.state === "completed" ? [] : state.pending,
      };
    case "restore-begun": {
      const { from, mode, via, turn, hash, segmentCount } = record;
      const restore = { from, mode, via, turn, hash, segmentCount, sentCount: 0, isDone: false };
      return { ...next, restore };
    }
    case "segment-sent":
      return { ...next, restore: state.restore && { ...state.restore, sentCount: record.segment } };
    case "restored":
      return {
        ...next,
        turn: "completed",
        restore: state.restore && { ...state.restore, isDone: true },
      };
    case "parked":
      return { ...next, parkedUntil: record.until };
    case "unparked":
      return { ...next, parkedUntil: null };
    case "run-ended":
      return {
        ...next,
        status: record.status,
        failure: record.failure ?? state.failure,
        finishedAt: record.at,
        turn: state.turn === "open" ? "interrupted" : state.turn,
      };
    default:
      return next;
  }
}

/** `running` with a dead process is interrupted. */
export function believed<Run extends Pick<RunState, "status" | "process">>(
  state: Run,
  isAlive: (process: RunState["process"]) => boolean,
): Run {
  return state.status !== "running" || isAlive(state.process) ? state : { ...state, status: "interrupted" };
}

function turnStarted(state: RunState): RunState {
  return { ...state, turnStartedAt: state.updatedAt, turn: "open", failure: null, parkedUntil: null };
}

function startOf(record: JournalRecord & { type: "run-started" }, journal: string): RunState {
  const { run, agent, scope, home, workspace, settings, process, lineage, instructions = null } = record;
  const at: Timestamp = record.at;
  return {
    run,
    agent,
    scope,
    home,
    workspace,
    settings,
    process,
    lineage,
    instructions,
    journal,
    status: "running",
    thread: null,
    isPersisted: false,
    startedAt: at,
    updatedAt: at,
    finishedAt: null,
    failure: null,
    agentProcess: null,
    pending: [],
    parkedUntil: null,
    restore: null,
    turnStartedAt: null,
    turn: null,
  };
}

function withoutRequest(requests: readonly Request[], id: string): Request[] {
  return requests.filter((request) => request.id !== id);
}
