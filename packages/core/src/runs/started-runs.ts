import type { RunId, StartedRun } from "@reprise/model";

/** How many ended runs are kept, so that a listener that was away can see how they ended. */
const mostEnded = 64;

/** The runs of this process. Several attempts may share an id; all but one find it busy. */
export class StartedRuns {
  readonly #active: StartedRun[] = [];
  readonly #ended = new Map<RunId, StartedRun>();

  add(run: StartedRun): void {
    this.#active.push(run);
  }

  end(run: StartedRun): void {
    this.#active.splice(this.#active.indexOf(run), 1);
    this.#ended.delete(run.id);
    this.#ended.set(run.id, run);
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size <= mostEnded) return;
      this.#ended.delete(oldest);
    }
  }

  active(id: RunId): StartedRun | undefined {
    return this.#active.find((run) => run.id === id);
  }

  /** The one that ended last. */
  ended(id: RunId): StartedRun | undefined {
    return this.#ended.get(id);
  }
}
