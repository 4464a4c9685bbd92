import { type Owner, type Run, type RunState, SessionError, type SessionId, type StartedRun } from "@reprise/model";
import { AwaitedOwner } from "./awaited-owner.ts";
import { canStep } from "./connection.ts";
import { showHistory } from "./history.ts";
import { MirroredRun } from "./mirrored-run.ts";
import { OwnerWatch } from "./owner-watch.ts";
import type { WorkbenchParts } from "./parts.ts";

export interface OtherProcessesListener {
  /** Their run is shown: what is saved can be compared with it. */
  mirrored(): Promise<void>;
  /** They have opened or left the session, so the view may be out of date. */
  changed(): void;
}

/** What other processes do with the thread of a workbench: our runs there are mirrored, other programs are noticed and waited for. */
export class OtherProcesses {
  readonly #parts: WorkbenchParts;
  readonly #listener: OtherProcessesListener;
  #mirror: MirroredRun | null = null;
  #awaited: AwaitedOwner | null = null;
  #watch: OwnerWatch | null = null;

  constructor(parts: WorkbenchParts, listener: OtherProcessesListener) {
    this.#parts = parts;
    this.#listener = listener;
  }

  get isMirrored(): boolean {
    return this.#mirror !== null;
  }

  /** True if another process runs the session: then it is shown from there. */
  async mirrorIfRun(session: SessionId): Promise<boolean> {
    const { runner, host } = this.#parts;
    const state = await runner.running(session).catch(unlessNotFound);
    if (state === null || state.process?.pid === host.pid) return false;
    await this.mirror(await runner.attach(state.run), state, session);
    return true;
  }

  async mirror(run: Run, state: RunState, session: SessionId): Promise<void> {
    const { shown } = this.#parts;
    await showHistory(session, this.#parts);
    const thread = { session, thread: state.thread, run: state.run, settings: state.settings };
    await shown.save([{ type: "thread", thread }]);
    if (canStep(shown.connection.state, "connect")) shown.step("connect");
    const mirror = new MirroredRun(run, state, this.#parts);
    this.#mirror = mirror;
    void mirror.over.then(() => {
      if (this.#mirror !== mirror) return;
      this.#mirror = null;
      this.#changed();
    });
    await this.#listener.mirrored();
  }

  await(owner: Owner, session: SessionId): void {
    this.stopWaiting();
    this.#awaited = new AwaitedOwner(owner, session, this.#parts, () => this.#changed());
  }

  /** No agent runs here any more. */
  watchFor(session: SessionId): void {
    this.stopWaiting();
    this.#watch = new OwnerWatch(session, this.#parts, () => {
      if (this.#parts.shown.connection.state === "live") this.#changed();
    });
  }

  /** Neither for the end of another program nor for its start. */
  stopWaiting(): void {
    this.#awaited?.leave();
    this.#awaited = null;
    this.#watch?.leave();
    this.#watch = null;
  }

  async leaveMirror(): Promise<void> {
    const mirror = this.#mirror;
    this.#mirror = null;
    mirror?.leave();
    await mirror?.over;
  }

  #changed(): void {
    const { shown } = this.#parts;
    if (canStep(shown.connection.state, "loaded")) shown.step("loaded");
    this.#listener.changed();
  }
}

/** What an agent never recorded is in no log. */
export function unlessNotFound(error: unknown): null {
  if (error instanceof SessionError && error.code === "not-found") return null;
  throw error;
}

export function runElsewhere(): SessionError {
  return new SessionError("refused", "Another process runs this session. Send the prompt there.");
}

export function isStarted(run: Run): run is StartedRun {
  return run.controls !== null;
}
