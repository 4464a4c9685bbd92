import { setTimeout as passed } from "node:timers/promises";
import type { Run, RunId, Runner, StartedRun } from "@reprise/model";
import { Places } from "../guards/places.ts";
import type { Limits } from "../limits.ts";
import { closing, Problem } from "../problem.ts";

/** How many runs are kept after their end, so that a listener that was away sees how they ended. */
const MOST_ENDED = 64;

/** The runs that this server started. They go on when their listeners leave. */
export class OpenRuns {
  readonly #runner: Runner;
  readonly #places: Places;
  /** By origin: several attempts may share the id of a run. */
  readonly #active = new Map<string, StartedRun>();
  readonly #ended = new Map<string, StartedRun>();
  readonly #over = new Set<Promise<void>>();
  #isClosing = false;

  constructor(runner: Runner, limits: Limits) {
    this.#runner = runner;
    this.#places = new Places(limits.turnCount, "runs");
  }

  get runningCount(): number {
    return this.#active.size;
  }

  /** Throws a `Problem` if the server closes or runs too many. */
  async start(begin: () => Promise<StartedRun>): Promise<StartedRun> {
    if (this.#isClosing) throw closing();
    const leave = this.#places.take();
    try {
      const run = await begin();
      this.#active.set(run.origin, run);
      const over = this.#follow(run).finally(leave);
      this.#over.add(over);
      void over.then(() => this.#over.delete(over));
      return run;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** The run whose events have these numbers. */
  async find(id: RunId, origin: string): Promise<Run> {
    const known = this.#active.get(origin) ?? this.#ended.get(origin);
    if (known?.id === id) return known;
    const run = await this.#runner.attach(id);
    if (run.origin === origin) return run;
    const message =
      "This run was continued by another process, or the server has started again. Attach to it again: GET /runs/ID";
    throw new Problem(409, { code: "refused", message });
  }

  /** Starts no more. Gives running turns that long, then ends them; each can be resumed. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    for (const { controls } of this.#active.values()) await controls.close();
    const late = new AbortController();
    await Promise.race([
      Promise.all(this.#over),
      passed(graceMs, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    await Promise.all([...this.#active.values()].map(({ controls }) => controls.end()));
  }

  async #follow(run: StartedRun): Promise<void> {
    try {
      for await (const _ of run.events());
    } catch {
      // Every listener is told.
    }
    this.#active.delete(run.origin);
    this.#ended.set(run.origin, run);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MOST_ENDED && oldest !== undefined) this.#ended.delete(oldest);
  }
}
