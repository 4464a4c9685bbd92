import {
  newRunView,
  type Run,
  type RunState,
  type RunView,
  type SessionId,
  sessionIdOf,
  viewAfter,
} from "@reprise/model";
import { activityOf } from "./followed-run.ts";
import { showHistory } from "./history.ts";
import type { WorkbenchParts } from "./parts.ts";
import { noActivity } from "./shown-state.ts";

/** Between two readings of a session that another process writes. */
const everyMs = 400;

/** A run of another process, such as the terminal app: read from the session, as it grows. */
export class MirroredRun {
  readonly over: Promise<void>;
  readonly #leaving = new AbortController();
  readonly #parts: WorkbenchParts;
  readonly #session: SessionId;
  #reading: Promise<void> = Promise.resolve();
  #isDue = false;

  constructor(run: Run, state: RunState, parts: WorkbenchParts) {
    this.#parts = parts;
    this.#session = sessionIdOf(state.agent, state.thread ?? ("" as never));
    this.over = this.#follow(run, newRunView(state.agent, state.settings));
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #follow(run: Run, start: RunView): Promise<void> {
    const { shown, onProblem } = this.#parts;
    let view = start;
    try {
      for await (const { event } of run.events(0, this.#leaving.signal)) {
        view = viewAfter(view, event);
        shown.setActivity(activityOf(view, { since: null, isStopping: false, isWatched: true, canSteer: false }));
        this.#read();
      }
    } catch (error) {
      onProblem(error);
    }
    await this.#reading;
    if (!this.#leaving.signal.aborted) await this.#refresh();
    shown.setActivity(noActivity);
  }

  /** At most one reading at a time; the last one sees everything. */
  #read(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#reading = this.#reading.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      this.#isDue = false;
      await this.#refresh();
    });
  }

  async #refresh(): Promise<void> {
    await showHistory(this.#session, this.#parts, { last: 2, isWhole: false }).catch(this.#parts.onProblem);
  }
}
