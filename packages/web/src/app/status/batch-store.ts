import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  busyWords,
  checkingWords,
  followed,
  type RestoreEvent,
  type Runner,
  refusalWords,
  runEndWords,
  type StatusRow,
  unattendedConsent,
  usualWish,
} from "@reprise/model";
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
    for (const { key, plan } of readyEntries(value)) {
      if (stopped.aborted) return;
      const tell = (progress: string) => {
        if (this.#batch.value !== null) this.#batch.value = withEntry(this.#batch.value, key, { progress });
      };
      try {
        const running = this.#runner.restore(plan, unattendedConsent);
        for await (const event of followed(running, { signal: stopped })) {
          const words = progressOf(event);
          if (words !== null) tell(words);
        }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        tell(runEndWords("failed", { kind: "other", message, resetsAt: null }));
      }
    }
    if (this.#batch.value !== null) this.#batch.value = { ...this.#batch.value, phase: "over" };
  }

  /** Stops the current one. */
  close(): void {
    this.#stop.abort();
    this.#batch.value = null;
  }
}

function progressOf(event: RestoreEvent): string | null {
  switch (event.type) {
    case "checking":
      return checkingWords;
    case "checked":
      return "connected";
    case "turn-started":
      return "working";
    case "run-ended":
      return runEndWords(event.status, event.failure);
    case "refused":
      return refusalWords(event.plan);
    case "busy":
      return `${busyWords(event.owner)} try again.`;
    default:
      return null;
  }
}
