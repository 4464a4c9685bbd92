/**
 * The live loop with an agent. What a run shows and how it is controlled, for any Runner: model/runs/, model/run-view/.
 *
 * - a run with numbered events, questions and controls: start-run.ts
 * - lock, journal, agent: this file
 * - events into the journal, then to listeners; requests and their answers: live-run.ts; one turn after another: converse.ts
 * - answers that are not asked for again: saved-replies.ts; what was permitted so far: permitted-so-far.ts
 * - how a prompt survives a kill: prompts/prompt-store.ts; which may be lost: prompts/unconfirmed-prompts.ts
 * - runs of other processes: watched-run.ts, stop-request.ts; an agent that outlived its run: outlived-agent.ts
 * - what journals know of a thread: thread-history.ts; what the person dismissed: dismissals.ts
 */

import { join } from "node:path";
import {
  type Agent,
  isAboutReview,
  type Lineage,
  type Owner,
  processWords,
  type RestorePlan,
  type RunId,
  type RunScope,
  type RunState,
  SessionError,
  type Settings,
  type ThreadId,
} from "@reprise/model";
import {
  type AgentDriver,
  DriverError,
  type ForkPoint,
  type Launch,
  type LiveThread,
} from "../agents/driving/driver.ts";
import { type Lock, takeLock } from "../host/files/lock.ts";
import type { Host } from "../host/host.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import { withoutTokens } from "../host/processes/without-tokens.ts";
import { isFrankies } from "../journal/frankie/run-id.ts";
import { type Journal, newJournalPath, openJournal } from "../journal/journal.ts";
import { hashOf, labelOf } from "../journal/journal-name.ts";
import type { RecordBody } from "../journal/journal-record.ts";
import type { LogHealth } from "../log/waiting-log.ts";
import { type KeptAnswers, LiveRun } from "./live-run.ts";
import { noteWorktree } from "./note-worktree.ts";
import { openPromptStore } from "./prompts/prompt-store.ts";
import { withRealPlaces } from "./real-places.ts";
import { addReply } from "./saved-replies.ts";
import type { RunTask } from "./start-run.ts";

/** What runs need from their surroundings. */
export interface RunEnvironment {
  readonly host: Host;
  readonly stateFolder: string;
  readonly driverOf: (agent: Agent) => AgentDriver;
  /** The program of an agent; null: the one on the path. */
  readonly programOf: (agent: Agent) => string | null;
  readonly newId: () => string;
  readonly version: string;
  readonly redacts: boolean;
  readonly onHealth: (health: LogHealth) => void;
}

export interface RunOrder {
  /** Id of the new or continued journal. */
  readonly run: RunId;
  readonly agent: Agent;
  readonly scope: RunScope;
  readonly workspace: string | null;
  readonly home: string | null;
  readonly settings: Settings;
  readonly kept: KeptAnswers;
  /** Those of them that only the agent's log claims. */
  readonly claimed?: KeptAnswers | undefined;
  readonly whenAsked: "ask" | "decline";
  readonly lineage: Lineage | null;
  /** Saved prompts included in the first prompt of this run. */
  readonly carries?: readonly string[] | undefined;
  /** For the agent, in addition to its own. */
  readonly instructions?: string | null | undefined;
  /** Null for a new thread. Appends to the journal of our earlier run; a thread from another tool gets a new journal. */
  readonly resume: {
    readonly thread: ThreadId;
    readonly earlier: RunState | null;
    /** The files on which the plan is based. */
    readonly basis?: RestorePlan["basis"];
  } | null;
  /** The new thread starts as a copy of another, made by the agent itself. */
  readonly fork?: ForkPoint | undefined;
  /** A new thread that receives a session's history: recorded before the agent starts. */
  readonly begins?: RestoreStart | undefined;
  /** Our restore that died before it had a thread: its journal is appended to. */
  readonly continues?: RunState | null | undefined;
}

export type RestoreStart = Omit<RecordBody & { type: "restore-begun" }, "type">;

/** Another process has the thread. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  readonly owner: Owner | null;

  constructor(owner: Owner | null) {
    super(owner ? `It is open in ${processWords(owner)}.` : "Another process has it.");
    this.owner = owner;
  }
}

/** Opens the journal first: all is on disk in order. Rejects with `BusyError` or `DriverError`; the journal says so too. */
export async function openRun(
  order: RunOrder,
  { environment, signal, tell }: Pick<RunTask, "environment" | "signal" | "tell">,
): Promise<LiveRun> {
  const { journal, lock } = await openRunJournal(order, environment);
  try {
    const note = async (moment: "start" | "end") => {
      if (isAboutReview(order.scope)) await noteWorktree(moment, order, journal, environment);
    };
    // While the agent starts: it touches nothing before its prompt.
    const noted = note("start");
    const found = workspaceAtStart(order, environment);
    const thread = await launched(order, journal, environment, signal).finally(() => noted);
    remember(journal, thread, { order, found }, environment);
    return new LiveRun({
      id: order.run,
      journal,
      thread,
      kept: order.kept,
      claimed: order.claimed,
      whenAsked: order.whenAsked,
      completed: (request) => withRealPlaces(request, order.workspace, environment.host.files),
      carries: order.carries ?? [],
      onEvent: tell,
      beforeEnd: () => note("end"),
      dropPrompt: (prompt) => settlePrompt(prompt, environment),
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

/** Removes its file; if only a journal holds the prompt, records it as sent: times alone mislead after a clock change. */
function settlePrompt(id: string, { stateFolder, host }: RunEnvironment): void {
  const store = openPromptStore(stateFolder, host);
  if (store.has(id)) return store.drop(id);
  try {
    addReply(stateFolder, { type: "prompt-carried", run: id }, host);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error; // the journal that carries it says so too
  }
}

export interface RunJournal {
  readonly journal: Journal;
  readonly lock: HeldLock | null;
}

type HeldLock = Lock & { isHeld: true };

/** Only the journal, with the run's start in it; for work without an agent. */
export async function openRunJournal(order: RunOrder, environment: RunEnvironment): Promise<RunJournal> {
  const lock = order.resume
    ? lockThread(order, order.resume, environment)
    : order.continues
      ? lockRun(order.continues, environment)
      : null;
  try {
    return { lock, journal: await begun(order, environment) };
  } catch (error) {
    release(lock);
    throw error;
  }
}

/** Only one process of ours continues a dead restore. */
function lockRun({ run }: RunState, environment: RunEnvironment): HeldLock | null {
  return lockNamed(`run-${hashOf(run)}`, environment);
}

/** Null if no lock file can be written, which `onHealth` reports: as with an unwritable journal, work continues. */
export function lockNamed(name: string, { stateFolder, host, onHealth }: RunEnvironment): HeldLock | null {
  const path = join(stateFolder, "locks", `${name}.lock`);
  let lock: Lock;
  try {
    lock = takeLock(path, { ...host.processes.describe(host.pid), program: "reprise" }, host.processes);
  } catch (error) {
    const { message } = error as Error;
    onHealth({
      state: "degraded",
      reason: message.includes(path) ? message : `${message}: ${path}`,
      waitingCount: 0,
    });
    return null;
  }
  if (!lock.isHeld) throw new BusyError(lock.owner);
  return lock;
}

/** Some agents have no lock of their own. Only under ours is it certain that no run of ours continued since the plan. */
function lockThread(
  { agent, home }: RunOrder,
  resume: NonNullable<RunOrder["resume"]>,
  environment: RunEnvironment,
): HeldLock | null {
  const lock = lockNamed(`${agent}-${hashOf(`${home ?? ""}\n${resume.thread}`)}`, environment);
  const changed = changedFile(resume.basis ?? [], environment.host);
  if (changed === null) return lock;
  release(lock);
  const message = `${changed} has changed since the plan was made. Plan again.`;
  throw new DriverError({ kind: "other", message, resetsAt: null });
}

/** The first file that has changed. */
export function changedFile(basis: RestorePlan["basis"], { files }: Host): string | null {
  for (const { path, sizeBytes, mtimeMs } of basis) {
    const now = files.stamp(path);
    if (now?.sizeBytes !== sizeBytes || now.mtimeMs !== mtimeMs) return path;
  }
  return null;
}

export function release(lock: HeldLock | null): void {
  lock?.release();
}

async function begun(order: RunOrder, environment: RunEnvironment): Promise<Journal> {
  const { host, stateFolder, redacts, onHealth, version } = environment;
  const { run, agent, scope, workspace, settings, lineage, resume, instructions = null } = order;
  const home = order.home ?? environment.driverOf(agent).homeOf?.({ home: null, env: host.env }) ?? null;
  const process = processIdentity(host.pid, host.processes);
  const earlier = ownEarlier(order);
  const fresh = newJournalPath(stateFolder, scope, host.now(), run);
  const options = { host, process, onHealth, redacts };
  // Never append to an unreadable journal: its order would be lost.
  const journal = await openJournal(earlier?.journal ?? fresh, options).catch((error: unknown) => {
    if (!earlier || !(error instanceof SessionError) || error.code !== "unreadable") throw error;
    return openJournal(fresh, options);
  });
  if (!earlier || !journal.state) {
    const label = labelOf(scope);
    // Redacted ones would be given to the agent at a resume in place of what was written.
    const isHeld = instructions === null || journal.holds(instructions);
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
      instructions: isHeld ? instructions : null,
      ...(isHeld ? {} : { lacksInstructions: true }),
    });
    if (order.begins) journal.append({ type: "restore-begun", ...order.begins });
    if (!resume?.earlier) return journal;
  }
  journal.append({ type: "run-resumed", text: "session resumed", process, settings });
  return journal;
}

function ownEarlier({ resume, continues }: Pick<RunOrder, "resume" | "continues">): RunState | null {
  const earlier = resume?.earlier ?? continues ?? null;
  return earlier && !isFrankies(earlier) ? earlier : null;
}

/** The earlier run's id if its journal is appended to, else a new one. */
export function runIdFor(earlier: RunState | null, newId: RunEnvironment["newId"]): RunId {
  return earlier && !isFrankies(earlier) ? earlier.run : (newId() as RunId);
}

function launched(
  order: RunOrder,
  journal: Journal,
  environment: RunEnvironment,
  signal: AbortSignal,
): Promise<LiveThread> {
  const launch: Launch = {
    settings: order.settings,
    env: agentEnvironment(order, environment),
    home: order.home,
    program: environment.programOf(order.agent),
    instructions: order.instructions ?? null,
    needs: order.begins?.via === "inject" ? ["inject"] : [],
    keepIn: join(environment.stateFolder, "kept"),
    onLine: (direction, line) => journal.line(direction, line),
    onProcess: (pid) =>
      journal.append({
        type: "agent-started",
        process: processIdentity(pid, environment.host.processes),
        version: versionOf(order, environment),
      }),
    signal,
  };
  const driver = environment.driverOf(order.agent);
  if (order.resume) return driver.resume(order.resume.thread, launch);
  if (!order.fork) return driver.start(launch);
  if (driver.fork) return driver.fork(order.fork, launch);
  const message = `${order.agent} cannot fork a thread by itself. Replay it to a new one.`;
  return Promise.reject(new DriverError({ kind: "other", message, resetsAt: null }));
}

/** Nothing that a comment of others says can make the agent use the person's token. */
function agentEnvironment({ scope }: RunOrder, { host }: RunEnvironment): Launch["env"] {
  return isAboutReview(scope) ? withoutTokens(host.env) : host.env;
}

/** The agent has just started, so its own report counts too. */
function versionOf({ agent }: RunOrder, { driverOf, programOf, host }: RunEnvironment): string | null {
  return driverOf(agent).installed?.({ program: programOf(agent), env: host.env }) ?? null;
}

/** Read before the agent starts: what is written later is not what the person agreed to. */
function workspaceAtStart({ agent, settings, workspace, home }: RunOrder, { driverOf, host }: RunEnvironment) {
  const folder = settings.cwd ?? workspace;
  const { workspaceFiles } = driverOf(agent).permissions?.inFolder?.({ folder, home, env: host.env }, host.files) ?? {};
  return {
    ...(workspaceFiles ? { workspaceFiles } : {}),
    ...(folder === null ? {} : { realCwd: host.files.real(folder) }),
  };
}

interface AtStart {
  readonly order: RunOrder;
  readonly found: ReturnType<typeof workspaceAtStart>;
}

function remember(journal: Journal, thread: LiveThread, { order, found }: AtStart, environment: RunEnvironment): void {
  const { settings, permissions } = thread;
  const reported = permissions ? { permissions } : {};
  const facts: RecordBody[] = [{ type: "settings-effective", settings, ...reported, ...found }];
  if (thread.thread !== null) {
    const isPersisted = journal.state?.isPersisted ?? false;
    facts.unshift({ type: "thread-known", thread: thread.thread, isPersisted, rollout: null });
  }
  if (thread.pid !== null) {
    const process = processIdentity(thread.pid, environment.host.processes);
    facts.unshift({ type: "agent-started", process, version: versionOf(order, environment) });
  }
  journal.append(...facts);
}
