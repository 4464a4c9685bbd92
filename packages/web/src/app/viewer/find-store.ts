import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type FindLine, isSearchable, type SessionViews } from "@reprise/model";
import { type Finding, noFinding, withLines } from "./found-places.ts";

const typingMs = 200;
const batchMs = 100;

/** Finds words in the whole session, on the server: the page holds only a part of it. */
export class FindStore {
  readonly #views: SessionViews;
  readonly #session: string;
  readonly #finding: Signal<Finding> = signal(noFinding);
  #stop = new AbortController();

  constructor(views: SessionViews, session: string) {
    this.#views = views;
    this.#session = session;
  }

  get finding(): ReadonlySignal<Finding> {
    return this.#finding;
  }

  find(text: string): void {
    this.close();
    const isWanted = isSearchable(text);
    this.#finding.value = { ...noFinding, text, isDone: !isWanted };
    if (isWanted) void this.#run(text, this.#stop.signal);
  }

  choose(current: number): void {
    this.#finding.value = { ...this.#finding.value, current };
  }

  close(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  async #run(text: string, stopped: AbortSignal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, typingMs));
    if (stopped.aborted) return;
    let batch: FindLine[] = [];
    let shownAt = 0;
    const show = (change: Partial<Finding> = {}) => {
      if (!stopped.aborted) this.#finding.value = { ...withLines(this.#finding.value, batch), ...change };
      batch = [];
      shownAt = performance.now();
    };
    try {
      for await (const line of this.#views.find(this.#session, text, stopped)) {
        batch.push(line);
        if (performance.now() - shownAt >= batchMs) show();
      }
      show({ isDone: true });
    } catch (error) {
      show({ isDone: true, problem: error instanceof Error ? error.message : String(error) });
    }
  }
}
