import { join } from "node:path";
import type { Agent, Lineage, Owner, RunId, RunScope, RunState, Settings, ThreadId } from "@reprise/model";
import { type AgentDriver, DriverError, type Launch, type LiveThread } from "../agents/driver.ts";
import type { Host } from "../host/host.ts";
import { identityOf } from "../host/identity.ts";
import { type Lock, takeLock } from "../host/lock.ts";
import { type Journal, newJournalPath, openJournal } from "../journal/journal.ts";
import { hashOf, labelOf } from "../journal/name.ts";
import type { WriterHealth } from "../journal/writer.ts";
import { type KeptAnswers, LiveRun } from "./live-run.ts";

/** What runs need of the world around them. */
export interface RunPlace {
  readonly host: Host;
  readonly stateFolder: string;
  readonly driverOf: (agent: Agent) => AgentDriver;
  /** The program of an agent, when it is not the one on the path. */
  readonly programOf: (agent: Agent) => string | null;
  readonly newId: () => string;
  readonly version: string;
  readonly redacts: boolean;
  readonly onHealth: (health: WriterHealth) => void;
}

export interface RunOrder {
  readonly agent: Agent;
  readonly scope: RunScope;
  readonly workspace: string | null;
  readonly home: string | null;
  readonly settings: Settings;
  readonly kept: KeptAnswers;
  readonly whenAsked: "ask" | "decline";
  readonly lineage: Lineage | null;
  /** The thread to go on with, and the run of ours that had it last; null for a new thread. */
  readonly resume: { readonly thread: ThreadId; readonly earlier: RunState | null } | null;
}

/** Somebody else has the thread. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  readonly owner: Owner | null;

  constructor(owner: Owner | null) {
    super(owner ? `It is open in ${owner.program} (process ${owner.pid}).` : "Another process has it.");
    this.owner = owner;
  }
}

/**
 * Starts an agent and opens the journal before it. Everything is on disk in the order it happens.
 * Rejects with `BusyError` or `DriverError`; the journal then says so too.
 */
export async function openRun(order: RunOrder, place: RunPlace, signal: AbortSignal): Promise<LiveRun> {
  const lock = order.resume ? lockThread(order, order.resume.thread, place) : null;
  const id = order.resume?.earlier?.run ?? (place.newId() as RunId);
  const journal = await begun(order, id, place).catch((error: unknown) => {
    release(lock);
    throw error;
  });
  try {
    const thread = await launched(order, journal, place, signal);
    remember(journal, thread, place);
    return new LiveRun({
      id,
      journal,
      thread,
      kept: order.kept,
      whenAsked: order.whenAsked,
      release: () => release(lock),
    });
  } catch (error) {
    const failure = error instanceof DriverError ? error.failure : null;
    journal.append({ type: "run-ended", status: failure ? "failed" : "cancelled", failure });
    journal.close();
    release(lock);
    if (failure?.kind === "busy") throw new BusyError(null);
    throw error;
  }
}

/** One of ours at a time: agents without a lock of their own have none but this. */
function lockThread(
  { agent, home }: RunOrder,
  thread: ThreadId,
  { stateFolder, host }: RunPlace,
): Lock & { isHeld: true } {
  const path = join(stateFolder, "locks", `${agent}-${hashOf(`${home ?? ""}\n${thread}`)}.lock`);
  const lock = takeLock(path, { ...host.processes.describe(host.pid), program: "reprise" });
  if (!lock.isHeld) throw new BusyError(lock.owner);
  return lock;
}

function release(lock: (Lock & { isHeld: true }) | null): void {
  lock?.release();
}

async function begun(order: RunOrder, run: RunId, place: RunPlace): Promise<Journal> {
  const { host, stateFolder, redacts, onHealth, version } = place;
  const { agent, scope, home, workspace, settings, lineage, resume } = order;
  const process = identityOf(host.pid, host.processes);
  const path = resume?.earlier?.journal ?? newJournalPath(stateFolder, scope, host.now(), run);
  const journal = await openJournal(path, { host, process, onHealth, redacts });
  if (resume?.earlier && journal.state) {
    journal.append({ type: "run-resumed", text: "session resumed", process, settings });
  } else {
    const label = labelOf(scope);
    journal.append({
      type: "run-started",
      run,
      agent,
      scope,
      label,
      home,
      workspace,
      settings,
      process,
      repriseVersion: version,
      lineage,
    });
  }
  return journal;
}

function launched(
  order: RunOrder,
  journal: Journal,
  place: RunPlace,
  signal: AbortSignal,
): Promise<LiveThread> {
  const launch: Launch = {
    settings: order.settings,
    env: place.host.env,
    home: order.home,
    program: place.programOf(order.agent),
    keepIn: join(place.stateFolder, "kept"),
    onLine: (direction, line) => journal.append({ type: "line", direction, line }),
    onProcess: (pid) =>
      journal.append({
        type: "agent-started",
        process: identityOf(pid, place.host.processes),
        version: null,
      }),
    signal,
  };
  const driver = place.driverOf(order.agent);
  return order.resume ? driver.resume(order.resume.thread, launch) : driver.start(launch);
}

function remember(journal: Journal, thread: LiveThread, { host }: RunPlace): void {
  if (thread.pid !== null) {
    journal.append({ type: "agent-started", process: identityOf(thread.pid, host.processes), version: null });
  }
  if (thread.thread !== null) {
    journal.append({
      type: "thread-known",
      thread: thread.thread,
      isPersisted: journal.state?.isPersisted ?? false,
      rollout: null,
    });
  }
  journal.append({ type: "settings-effective", settings: thread.settings });
}
