import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  activityAfter,
  noActivity,
  type ProjectActivity,
  type ProjectEvent,
  type ProjectRun,
  type ProjectView,
} from "@reprise/model";
import type { ServedProjects } from "@reprise/web/client";

/** An agent does many things a second. */
const restMs = 1000;

/** One project, kept up to date while it is on the screen. */
export class ProjectStore {
  readonly path: string;
  readonly #projects: ServedProjects;
  readonly #view: Signal<ProjectView | null> = signal(null);
  readonly #problem: Signal<string | null> = signal(null);
  readonly #run: Signal<ProjectRun | null> = signal(null);
  readonly #activity: Signal<ProjectActivity> = signal(noActivity);
  #leaving = new AbortController();
  #state: "idle" | "reading" | "stale" = "idle";
  #later: ReturnType<typeof setTimeout> | null = null;

  constructor(projects: ServedProjects, path: string) {
    this.#projects = projects;
    this.path = path;
  }

  get view(): ReadonlySignal<ProjectView | null> {
    return this.#view;
  }

  /** Why it cannot be shown as it is now. */
  get problem(): ReadonlySignal<string | null> {
    return this.#problem;
  }

  /** The server's own work on it; null: none, or that of another process. */
  get run(): ReadonlySignal<ProjectRun | null> {
    return this.#run;
  }

  get activity(): ReadonlySignal<ProjectActivity> {
    return this.#activity;
  }

  open(): void {
    this.#leaving = new AbortController();
    void this.load();
  }

  close(): void {
    this.#leaving.abort();
    if (this.#later !== null) clearTimeout(this.#later);
    this.#later = null;
    this.#run.value = null;
  }

  /** One reading at a time; what happens meanwhile is read after it. */
  async load(): Promise<void> {
    if (this.#state !== "idle") {
      this.#state = "stale";
      return;
    }
    const { signal: left } = this.#leaving;
    this.#state = "reading";
    try {
      const [view, run] = await Promise.all([this.#projects.view(this.path), this.#projects.running(this.path)]);
      if (left.aborted) return;
      this.#view.value = view;
      this.#problem.value = null;
      if (run !== null && run.origin !== this.#run.value?.origin) void this.#follow(run);
    } catch (error) {
      if (!left.aborted) this.#problem.value = error instanceof Error ? error.message : String(error);
    } finally {
      const isStale = (this.#state as string) === "stale";
      this.#state = "idle";
      if (isStale && !left.aborted) this.#loadSoon();
    }
  }

  /** Continues it as it was shown. */
  async resume(rounds: number, shown: ProjectView): Promise<void> {
    try {
      void this.#follow(await this.#projects.resume(this.path, { rounds, settings: {} }, shown));
    } finally {
      await this.load();
    }
  }

  #loadSoon(): void {
    this.#later ??= setTimeout(() => {
      this.#later = null;
      void this.load();
    }, restMs);
  }

  async #follow(run: ProjectRun): Promise<void> {
    if (this.#run.value?.origin === run.origin) return;
    const { signal: left } = this.#leaving;
    this.#run.value = run;
    this.#activity.value = noActivity;
    try {
      for await (const { event } of run.events(undefined, left)) {
        this.#activity.value = activityAfter(this.#activity.value, event);
        if (isNews(event)) this.#loadSoon();
      }
    } catch {
      // The server that worked on it is gone: the next reading says how things are.
    }
    if (left.aborted || this.#run.value !== run) return;
    this.#run.value = null;
    await this.load();
  }
}

/** Whether it can change what is read of a project: its log, or the progress file. */
function isNews(event: ProjectEvent): boolean {
  return (
    event.type.startsWith("round-") ||
    event.type === "parked" ||
    event.type === "recovering" ||
    (event.type === "item" && event.isComplete)
  );
}
