import type { Controls } from "@reprise/model";

/** Stops a turn in any state: while it is planned, asked about or run. */
export class TurnStopper {
  readonly #stopped = new AbortController();
  #controls: Controls | null = null;
  #isLeaving = false;

  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  get wasStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** The editor is gone: what was not sent is kept. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** The run to stop from now on. */
  take(controls: Controls): void {
    this.#controls = controls;
    if (this.#isLeaving) void controls.end("cut-off");
    else if (this.wasStopped) this.#interrupt(controls);
  }

  cancel(): void {
    const isFirst = !this.wasStopped;
    this.#stopped.abort();
    if (isFirst && this.#controls !== null) this.#interrupt(this.#controls);
  }

  /** Resolves when a started run has ended. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    this.#stopped.abort();
    await this.#controls?.end("cut-off");
  }

  /** An agent that cannot be interrupted is ended. */
  #interrupt(controls: Controls): void {
    controls.interrupt().catch(() => controls.end());
  }
}
