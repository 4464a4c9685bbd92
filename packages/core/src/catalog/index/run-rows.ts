import { join } from "node:path";
import type { RunState, Warning } from "@reprise/model";
import type { Database, SqlValue } from "../../host/database/database.ts";
import { orNull } from "../../host/files/unless-missing.ts";
import type { Host } from "../../host/host.ts";
import { readRunState, sidecarPath } from "../../journal/journal.ts";
import { inTransaction } from "../transaction.ts";
import { nextRevision, noteGone } from "./revisions.ts";

/** What a row keeps of a run. */
export type StoredRun = Pick<
  RunState,
  | "run"
  | "home"
  | "status"
  | "process"
  | "agentProcess"
  | "failure"
  | "parkedUntil"
  | "turnStartedAt"
  | "turn"
  | "updatedAt"
  | "scope"
  | "restore"
> & { readonly pending: readonly string[] };

interface RunFolder {
  readonly folder: string;
  /** Empty: it may change without a new time, so it is looked at again. */
  readonly mark: string;
}

/** A change in the same moment as the look may keep the folder's time. */
const settlesMs = 2000;

/** Makes the rows of `run` say what our journals say. Every change of a run replaces its sidecar, and so changes the time of its folder. */
export async function refreshRuns(
  database: Database,
  { stateFolder, host, warn }: { stateFolder: string; host: Host; warn: (warning: Warning) => void },
): Promise<void> {
  const known = new Map(
    database
      .prepare("SELECT folder, mark FROM run_folder")
      .all()
      .map(({ folder, mark }) => [String(folder), String(mark)]),
  );
  const root = join(stateFolder, "runs");
  for (const { name } of listed(root, host, warn)) {
    const folder = join(root, name);
    const before = known.get(folder);
    known.delete(folder);
    const mark = markOf(folder, host);
    if (mark === null || (mark !== "" && mark === before)) continue;
    await refreshFolder(database, { folder, mark }, host, warn);
  }
  if (known.size === 0) return;
  inTransaction(database, () => {
    const revision = nextRevision(database);
    for (const folder of known.keys()) dropFolder(database, folder, revision);
  });
}

function listed(folder: string, host: Host, warn: (warning: Warning) => void) {
  try {
    return host.files.list(folder) ?? [];
  } catch (error) {
    warn({ kind: "unreadable", path: folder, detail: (error as Error).message });
    return [];
  }
}

/** Null also for what cannot be looked at: status and doctor name it. */
const stampOf = (path: string, { files }: Host) => orNull(() => files.stamp(path));

function markOf(folder: string, host: Host): string | null {
  const stamp = stampOf(folder, host);
  if (stamp === null) return null;
  const isSettled = Date.parse(host.now()) - stamp.mtimeMs > settlesMs;
  return isSettled ? `${stamp.inode} ${stamp.mtimeMs}` : "";
}

async function refreshFolder(
  database: Database,
  { folder, mark }: RunFolder,
  host: Host,
  warn: (warning: Warning) => void,
): Promise<void> {
  const rows = database.prepare("SELECT journal, version FROM run WHERE folder = ?").all(folder);
  const known = new Map(rows.map(({ journal, version }) => [String(journal), String(version)]));
  const changed: SqlValue[][] = [];
  let isWhole = true;
  for (const { name } of listed(folder, host, warn)) {
    if (!name.endsWith(".jsonl")) continue;
    const journal = join(folder, name);
    const sidecar = stampOf(sidecarPath(journal), host);
    const stamp = sidecar ?? stampOf(journal, host);
    isWhole &&= sidecar !== null;
    const version = stamp === null ? "" : `${stamp.inode} ${stamp.mtimeMs} ${stamp.sizeBytes}`;
    const before = known.get(journal);
    known.delete(journal);
    if (before !== version) changed.push(await rowOf(journal, version, folder, host));
  }
  if (changed.length === 0 && known.size === 0 && mark === "") return;
  inTransaction(database, () => {
    const save = database.prepare(
      "INSERT OR REPLACE INTO run (journal, version, folder, agent, thread, startedAt, facts, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    );
    if (changed.length + known.size > 0) {
      const revision = nextRevision(database);
      for (const values of changed) save.run(...values, revision);
      for (const journal of known.keys()) dropRun(database, journal, revision);
    }
    database.prepare("INSERT OR REPLACE INTO run_folder (folder, mark) VALUES (?, ?)").run(folder, isWhole ? mark : "");
  });
}

/** A run that cannot be read says nothing; status and doctor name it. */
async function rowOf(journal: string, version: string, folder: string, host: Host): Promise<SqlValue[]> {
  const state = await readRunState(journal, host).then(
    ({ state: read }) => read,
    () => null,
  );
  if (state === null) return [journal, version, folder, null, null, null, null];
  const { agent, thread, startedAt } = state;
  return [journal, version, folder, agent, thread, startedAt, JSON.stringify(storedOf(state))];
}

function storedOf(state: RunState): StoredRun {
  return {
    run: state.run,
    home: state.home,
    status: state.status,
    process: state.process,
    agentProcess: state.agentProcess,
    failure: state.failure,
    parkedUntil: state.parkedUntil,
    turnStartedAt: state.turnStartedAt,
    turn: state.turn,
    updatedAt: state.updatedAt,
    scope: state.scope,
    restore: state.restore,
    pending: state.pending.map(({ id }) => id),
  };
}

function dropRun(database: Database, journal: string, revision: number): void {
  const run = database.prepare("SELECT agent, thread FROM run WHERE journal = ?").get(journal);
  if (run && run.thread !== null)
    noteGone(database, { agent: String(run.agent), thread: String(run.thread) }, revision);
  database.prepare("DELETE FROM run WHERE journal = ?").run(journal);
}

function dropFolder(database: Database, folder: string, revision: number): void {
  for (const { journal } of database.prepare("SELECT journal FROM run WHERE folder = ?").all(folder))
    dropRun(database, String(journal), revision);
  database.prepare("DELETE FROM run_folder WHERE folder = ?").run(folder);
}
