import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Runner, restoreBatch, type StatusRow, usualWish } from "@reprise/model";
import { type Batch, newBatch, planned, readyEntries, withEntry } from "./batch.ts";

/** Resumes several sessions in sequence, after the person has seen the plans. */
export class BatchStore {
  readonly #runner: Runner;
  readonly #batch: Signal<Batch | null> = signal(null);
  #stop = new AbortController();

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  get batch(): ReadonlySignal<Batch | null> {
    return this.#batch;
  }

  /** Reads only. */
  async plan(rows: readonly StatusRow[]): Promise<void> {
    this.#stop = new AbortController();
    const { signal: stopped } = this.#stop;
    this.#batch.value = newBatch(rows);
    for (const { key } of this.#batch.value.entries) {
      const change = await this.#runner.plan(key, usualWish).then(planned, (error: Error) => {
        return { leftOut: error.message };
      });
      if (stopped.aborted || this.#batch.value === null) return;
      this.#batch.value = withEntry(this.#batch.value, key, change);
    }
  }

  /** Starts what is ready; a failure does not stop the others. */
  async start(): Promise<void> {
    const { value } = this.#batch;
    if (value?.phase !== "asking") return;
    const { signal: stopped } = this.#stop;
    this.#batch.value = { ...value, phase: "running" };
    const tell = (key: string, progress: string) => {
      if (this.#batch.value !== null) this.#batch.value = withEntry(this.#batch.value, key, { progress });
    };
    await restoreBatch(readyEntries(value), this.#runner, tell, stopped);
    if (stopped.aborted) return;
    if (this.#batch.value !== null) this.#batch.value = { ...this.#batch.value, phase: "over" };
  }

  /** Stops the current one. */
  close(): void {
    this.#stop.abort();
    this.#batch.value = null;
  }
}
