import {
  type Agent,
  type LogState,
  type Owner,
  type SessionState,
  stateOf,
  type Timestamp,
  type Warning,
} from "@reprise/model";
import type { Database, SqlRow } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import { isSameProcessAlive } from "../../host/processes/process-identity.ts";
import { processesBelow } from "../../host/processes/process-tree.ts";
import { believed } from "../../journal/run-state.ts";
import type { StoredRun } from "../index/run-rows.ts";
import type { Home } from "../rollout-lookup.ts";
import { jsonIn } from "../row.ts";
import { ownerKey, sessionOwners } from "./session-owners.ts";

/** What is not in a session's own log, and changes without it. */
export interface PresentState {
  readonly state: SessionState;
  readonly parkedUntil: Timestamp | null;
  readonly owner: Owner | null;
}

/** Never stored: a process can die at any time. */
export interface SessionStates {
  /** Of a row of `rollout` with these columns. */
  of(row: SqlRow): PresentState;
  /** Rows whose state is another than their log's, by that state. */
  readonly others: ReadonlyMap<number, SessionState>;
  readonly warnings: readonly Warning[];
}

const columns =
  "rollout.id, rollout.agent, rollout.home, rollout.thread, rollout.state, isOpen, turnAt, rollout.updatedAt";
/** The latest run of each thread; most are completed and say no more than the log. `CROSS`: runs are few, rows are many. */
const runRows = `SELECT ${columns}, run.facts FROM (SELECT agent, thread, facts, max(startedAt) FROM run WHERE thread IS NOT NULL GROUP BY agent, thread) AS run
  CROSS JOIN rollout INDEXED BY rollout_thread ON rollout.thread = run.thread AND rollout.agent = run.agent AND role = 'main'`;
const ownedRow = `SELECT ${columns} FROM rollout WHERE thread = ? AND agent = ? AND home = ? AND role = 'main'`;

export function sessionStates(database: Database, homes: readonly Home[], host: Host): SessionStates {
  const { owners, warnings } = sessionOwners(database, homes, host);
  const present = new Map<number, PresentState>();
  const others = new Map<number, SessionState>();
  const note = (row: SqlRow, run: StoredRun | null, owner: Owner | null) => {
    const state = stateOf({ log: logStateOf(row), run, owner });
    const parkedUntil = state === "parked" ? (run?.parkedUntil ?? null) : null;
    present.set(Number(row.id), { state, parkedUntil, owner });
    if (state !== row.state) others.set(Number(row.id), state);
  };
  const ownerOf = (row: SqlRow) =>
    owners.get(ownerKey(row.agent as Agent, String(row.home), String(row.thread))) ?? null;
  for (const row of database.prepare(runRows).all()) {
    const run = believedRun(jsonIn<StoredRun>(row.facts), host);
    if (!isOfHome(run, row, host)) continue;
    note(row, run, ownerIn(run, ownerOf(row), host));
  }
  for (const [key, owner] of owners) {
    const [agent = "", home = "", thread = ""] = key.split("\0");
    const row = database.prepare(ownedRow).get(thread, agent, home);
    if (row && !present.has(Number(row.id))) note(row, null, owner);
  }
  return {
    of: (row) => present.get(Number(row.id)) ?? { state: logStateOf(row).state, parkedUntil: null, owner: null },
    others,
    warnings,
  };
}

/**
 * Who drives the agent that has it open: that is Reprise if the agent is our run's. Agents without locks have it open while their
 * turn lasts.
 */
function ownerIn(run: StoredRun, holder: Owner | null, { processes }: Host): Owner | null {
  const { status, process: own, agentProcess, turn } = run;
  if (status !== "running" || own === null) return holder;
  if (holder === null && turn !== "open") return null;
  const pid = holder?.pid ?? agentProcess?.pid ?? own.pid;
  const isOurs =
    holder === null ||
    pid === agentProcess?.pid ||
    (agentProcess !== null && processesBelow(agentProcess.pid).some((below) => below.pid === pid));
  return isOurs ? { ...processes.describe(own.pid), pid } : holder;
}

function believedRun(run: StoredRun, { processes }: Host): StoredRun {
  return believed(run, (process) => isSameProcessAlive(process, processes));
}

/** Two homes may have a thread of the same id. A run that names no home is of either. */
function isOfHome({ home }: StoredRun, row: SqlRow, { files }: Host): boolean {
  return home === null || home === row.home || files.real(home) === row.home;
}

function logStateOf(row: SqlRow): LogState {
  return {
    state: row.state as LogState["state"],
    isTurnOpen: row.isOpen === 1,
    turnStartedAt: row.turnAt as Timestamp | null,
    updatedAt: row.updatedAt as Timestamp,
  };
}
