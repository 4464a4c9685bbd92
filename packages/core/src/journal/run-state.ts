import type { Request, RunState, RunStatus, Timestamp } from "@reprise/model";
import type { JournalRecord } from "./journal-record.ts";

/** Null before the first record. Whether `running` is still true depends on its process. */
export function addRecord(state: RunState | null, record: JournalRecord, journal: string): RunState | null {
  if (record.type === "run-started") return startOf(record, journal);
  if (!state) return null;
  const next = { ...state, updatedAt: record.at };
  switch (record.type) {
    case "run-resumed":
      return {
        ...next,
        status: "running",
        finishedAt: null,
        failure: null,
        process: record.process,
        agentProcess: null,
        settings: record.settings,
        parkedUntil: null,
      };
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
      return { ...next, pending: [] };
    case "turn-ended":
      // Requests end with their turn; those of a crash are kept for display.
      return { ...next, failure: record.failure, pending: record.state === "completed" ? [] : state.pending };
    case "restore-begun": {
      const { from, mode, via, turn, hash, segmentCount } = record;
      const restore = { from, mode, via, turn, hash, segmentCount, sentCount: 0, isDone: false };
      return { ...next, restore };
    }
    case "segment-sent":
      return { ...next, restore: state.restore && { ...state.restore, sentCount: record.segment } };
    case "restored":
      return { ...next, restore: state.restore && { ...state.restore, isDone: true } };
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
      };
    default:
      return next;
  }
}

/** `running` with a dead process is interrupted. */
export function believedStatus(
  state: RunState,
  isAlive: (process: RunState["process"]) => boolean,
): RunStatus {
  if (state.status !== "running") return state.status;
  return isAlive(state.process) ? "running" : "interrupted";
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
  };
}

function withoutRequest(requests: readonly Request[], id: string): Request[] {
  return requests.filter((request) => request.id !== id);
}
