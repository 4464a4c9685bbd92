import type { Agent, Failure, RunEvent, Settings, ThreadId } from "@reprise/model";
import { nodeFiles } from "../../host/files/node-files.ts";
import type { ForkPoint, Launch, LiveThread, Prompt, ToolServer } from "../driving/driver.ts";
import { lackOf } from "../driving/releases.ts";
import { changedFiles } from "../driving/workspace-files.ts";
import type { ExecAgent, ExecTurn, TurnEnd } from "./exec-agent.ts";
import { stopChild } from "./stop-process.ts";
import { type Running, runTurn } from "./turn.ts";

/** A thread with one process per turn and none between turns. */
export class ExecThread implements LiveThread {
  readonly #agent: ExecAgent;
  readonly #launch: Launch;
  #thread: ThreadId | null;
  #settings: Settings;
  /** The agent is known to have the thread on disk. */
  #isKnown: boolean;
  #running: Running | null = null;
  #release: (() => void) | null = null;
  #toolServers: readonly ToolServer[] | null = null;
  #isClosed = false;
  readonly #forkOf: ForkPoint | null;
  readonly #installed: string | null;
  /** What the workspace let it start when the thread was opened. */
  readonly #granted: readonly string[] | null;

  constructor(
    agent: ExecAgent,
    launch: Launch,
    thread: { id: ThreadId | null; isKnown: boolean; forkOf?: ForkPoint; release?: string | null },
  ) {
    this.#agent = agent;
    this.#launch = launch;
    this.#thread = thread.id;
    this.#isKnown = thread.isKnown;
    this.#forkOf = thread.forkOf ?? null;
    this.#installed = thread.release ?? null;
    this.#settings = launch.settings;
    this.#granted = this.#grantedNow();
  }

  get thread(): ThreadId | null {
    return this.#thread;
  }

  get settings(): Settings {
    return this.#settings;
  }

  get pid(): number | null {
    return this.#running?.child?.pid ?? null;
  }

  async *ask(prompt: Prompt): AsyncGenerator<RunEvent, void> {
    const running: Running = { child: null, isStopped: this.#launch.signal.aborted, toolServers: null };
    const refusal = this.#refusal();
    if (refusal || !this.#holds()) return yield ended({ state: "failed", failure: refusal ?? this.#busy() });
    const onAbort = () => void this.interrupt();
    this.#launch.signal.addEventListener("abort", onAbort);
    this.#running = running;
    try {
      yield ended(yield* this.#turn(prompt, running));
    } finally {
      this.#toolServers = running.toolServers ?? this.#toolServers;
      this.#running = null;
      this.#launch.signal.removeEventListener("abort", onAbort);
      this.#release?.();
      this.#release = null;
    }
  }

  /** Unsupported: a running process takes no more input. `can` says so. */
  steer(): Promise<void> {
    return Promise.reject(new Error(`${this.#agent.title} accepts no input during a turn in this mode.`));
  }

  /** This mode never asks. */
  answer(): void {}

  async toolServers(): Promise<readonly ToolServer[] | null> {
    return this.#running?.toolServers ?? this.#toolServers;
  }

  async interrupt(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    running.isStopped = true;
    if (running.child) await stopChild(running.child, this.#agent.stopSteps);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.interrupt();
  }

  async *#turn(prompt: Prompt, running: Running): AsyncGenerator<RunEvent, TurnEnd> {
    if (running.isStopped) return { state: "interrupted", failure: null };
    const isNew = this.#agent.takesId ? !this.#isKnown : this.#thread === null;
    const forkOf = isNew ? this.#forkOf : null;
    const turn: ExecTurn = {
      thread: this.#thread,
      isNew,
      forkOf,
      prompt,
      launch: this.#launch,
      release: this.#installed,
    };
    const refusal = outdated(this.#agent, turn) ?? this.#widened() ?? this.#agent.refusal?.(turn) ?? null;
    if (refusal) return { state: "failed", failure: refusal };
    const guard = this.#agent.guard?.(turn);
    for (const text of guard?.notices ?? []) yield { type: "notice", text };
    let end = yield* this.#run(turn, running);
    // An earlier process that died early had created the thread, and this one sent nothing.
    if (isNew && isTaken(end)) end = yield* this.#run({ ...turn, isNew: false, forkOf: null }, running);
    for (const text of guard?.after() ?? []) yield { type: "notice", text };
    return end;
  }

  async *#run(turn: ExecTurn, running: Running): AsyncGenerator<RunEvent, TurnEnd> {
    const events = runTurn(this.#agent, turn, running);
    try {
      for (;;) {
        const { done, value } = await events.next();
        if (done) return value;
        this.#note(value);
        yield value;
      }
    } finally {
      await events.return(interrupted);
    }
  }

  #note(event: RunEvent): void {
    if (event.type === "settings") this.#settings = event.settings;
    if (event.type !== "thread") return;
    this.#thread = event.thread;
    this.#isKnown ||= event.isPersisted;
    this.#holds();
  }

  /** A thread without a name cannot be in use elsewhere. */
  #holds(): boolean {
    if (this.#thread !== null) this.#release ??= claimThread(this.#agent.agent, this.#thread);
    return this.#thread === null || this.#release !== null;
  }

  #refusal(): Failure | null {
    if (this.#isClosed)
      return { kind: "other", message: "The thread was closed. Resume it to continue.", resetsAt: null };
    return this.#running ? this.#busy() : null;
  }

  #grantedNow(): readonly string[] | null {
    const { settings, home, env } = this.#launch;
    const place = { folder: settings.cwd, home, env };
    return this.#agent.permissions.inFolder?.(place, nodeFiles).workspaceFiles ?? null;
  }

  /** Each turn is a new process, which would take what the last one wrote. */
  #widened(): Failure | null {
    const changed = changedFiles(this.#granted, this.#grantedNow());
    if (changed.length === 0) return null;
    const message = `Workspace files that start programs or allow commands have changed since the session was opened: ${changed.join(", ")}. Nothing was sent. Look at them, then resume the session with --allow-wider.`;
    return { kind: "other", message, resetsAt: null };
  }

  #busy(): Failure {
    const message = `Thread ${this.#thread ?? ""} is already in a turn. Wait for its end, or interrupt it.`;
    return { kind: "busy", message, resetsAt: null };
  }
}

/** Any turn of an existing thread counts as a resume. */
function outdated({ releases }: ExecAgent, { isNew, release = null }: ExecTurn): Failure | null {
  const message = isNew || !releases ? null : lackOf(releases, release, "resume");
  return message === null ? null : { kind: "agent-outdated", message, resetsAt: null };
}

const interrupted: TurnEnd = { state: "interrupted", failure: null };

function isTaken({ failure }: TurnEnd): boolean {
  return failure?.kind === "busy" && /already (?:in use|exists)/.test(failure.message);
}

function ended({ state, failure }: TurnEnd): RunEvent {
  return { type: "turn-ended", turn: null, state, failure };
}

const held = new Set<string>();

/**
 * Claims a thread for one process; null if this program already has one on it.
 * Guards only against ourselves: the lock of a run keeps other programs off.
 */
function claimThread(agent: Agent, thread: ThreadId): (() => void) | null {
  const key = `${agent}:${thread}`;
  if (held.has(key)) return null;
  held.add(key);
  return () => void held.delete(key);
}
