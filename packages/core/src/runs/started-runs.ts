import type { RunId, StartedRun } from "@reprise/model";

/** A listener that was away can still see how these ended. */
const mostKept = 64;

/** The runs of this process, by id; of those that were started first the oldest are forgotten. */
export class StartedRuns {
  readonly #runs = new Map<RunId, StartedRun>();

  add(run: StartedRun): void {
    this.#runs.delete(run.id);
    this.#runs.set(run.id, run);
    for (const id of this.#runs.keys()) {
      if (this.#runs.size <= mostKept) return;
      this.#runs.delete(id);
    }
  }

  get(id: RunId): StartedRun | undefined {
    return this.#runs.get(id);
  }
}
