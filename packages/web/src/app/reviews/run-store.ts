import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  newRunView,
  type Run,
  type Runner,
  type RunScope,
  type RunState,
  type RunView,
  viewAfter,
} from "@reprise/model";

/** A run that is followed. */
export interface LiveRun {
  readonly run: Run;
  readonly view: RunView;
}

/** The latest run about a pull request, whoever started it: found by its subject, and followed while it lasts. */
export class RunStore {
  readonly #runner: Runner;
  readonly #scope: RunScope;
  readonly #latest: Signal<RunState | null> = signal(null);
  readonly #live: Signal<LiveRun | null> = signal(null);
  readonly #ended: Signal<RunView | null> = signal(null);
  readonly #problem: Signal<string | null> = signal(null);
  #leaving = new AbortController();
  #state: "idle" | "looking" | "again" = "idle";

  constructor(runner: Runner, scope: RunScope) {
    this.#runner = runner;
    this.#scope = scope;
  }

  /** As its journal says; null: there was none, or it is not known yet. */
  get latest(): ReadonlySignal<RunState | null> {
    return this.#latest;
  }

  get live(): ReadonlySignal<LiveRun | null> {
    return this.#live;
  }

  /** How the run ended that was followed here last, until another one starts. */
  get ended(): ReadonlySignal<RunView | null> {
    return this.#ended;
  }

  /** Why the runs cannot be looked up. */
  get problem(): ReadonlySignal<string | null> {
    return this.#problem;
  }

  open(): void {
    this.#leaving = new AbortController();
    void this.look();
  }

  close(): void {
    this.#leaving.abort();
    this.#live.value = null;
  }

  /** Finds the run and follows it if it lasts. What happens meanwhile is looked up after it. */
  async look(): Promise<void> {
    if (this.#state !== "idle") {
      this.#state = "again";
      return;
    }
    const { signal: left } = this.#leaving;
    this.#state = "looking";
    try {
      const [latest = null] = await this.#runner.runs(this.#scope);
      if (left.aborted) return;
      this.#latest.value = latest;
      this.#problem.value = null;
      if (latest?.status === "running" && this.#live.value === null)
        void this.#follow(await this.#runner.attach(latest.run), latest.agent);
    } catch (error) {
      if (!left.aborted) this.#problem.value = error instanceof Error ? error.message : String(error);
    } finally {
      const isStale = (this.#state as string) === "again";
      this.#state = "idle";
      if (isStale && !left.aborted) void this.look();
    }
  }

  /** Follows a run that was started here. Leaving does not end it. */
  follow(run: Run, agent: string): void {
    void this.#follow(run, agent);
  }

  /** The person has seen how it ended. */
  forgetEnd(): void {
    this.#ended.value = null;
  }

  async #follow(run: Run, agent: string): Promise<void> {
    const { signal: left } = this.#leaving;
    if (left.aborted || this.#live.value?.run.origin === run.origin) return;
    this.#ended.value = null;
    let view = newRunView(agent);
    this.#live.value = { run, view };
    let isCut = false;
    try {
      for await (const { event } of run.events(undefined, left)) {
        view = viewAfter(view, event);
        if (this.#live.value?.run === run) this.#live.value = { run, view };
      }
    } catch {
      isCut = true; // the server that had the run is gone: its journal says how things are
    }
    if (left.aborted || this.#live.value?.run !== run) return;
    this.#live.value = null;
    if (!isCut) this.#ended.value = view;
    await this.look();
  }
}
