import type { SavedChange } from "@reprise/model";
import { coalesced, streamKey } from "./coalesce.ts";
import type { Timers } from "./timers.ts";
import type { SaveTrigger } from "./workspace-store.ts";

export interface QueuedChange {
  readonly change: SavedChange;
  readonly isMilestone: boolean;
}

export interface SaveQueueParts {
  readonly timers: Timers;
  /** On return the changes are durable. Called again without them after it has thrown. */
  commit(changes: readonly QueuedChange[], trigger: SaveTrigger): Promise<void>;
  /** After everyone who waited was answered. Never throws. */
  afterwards(): Promise<void>;
  /** `attempt` counts failures in a row. */
  failed(error: unknown, attempt: number, trigger: SaveTrigger): void;
}

/** While text streams: at most one write in this time. */
const streamPauseMs = 5000;
/** A draft is on disk within a second of the last key. */
const draftPauseMs = 500;
/** So many failures in a row are visible. */
export const mostFailures = 3;
const firstRetryMs = 250;
const longestRetryMs = 60_000;

/** When to write: milestones at once and together, streamed text now and then, failures again and again. */
export class SaveQueue {
  readonly #parts: SaveQueueParts;
  #changes: QueuedChange[] = [];
  /** Where the latest change of a streamed thing is in the queue. */
  #streamed = new Map<string, number>();
  #waiters: (() => void)[] = [];
  #due: { readonly atMs: number; cancel(): void } | null = null;
  #running: Promise<void> | null = null;
  #failureCount = 0;
  #lastError: unknown = null;
  #cancelRetry: (() => void) | null = null;

  constructor(parts: SaveQueueParts) {
    this.#parts = parts;
  }

  /** Resolves when it is written, or when saving has failed often enough to be visible. */
  save(changes: readonly SavedChange[]): Promise<void> {
    for (const change of changes) this.#changes.push({ change, isMilestone: true });
    this.#streamed.clear();
    if (this.#failureCount >= mostFailures) return Promise.resolve();
    const written = new Promise<void>((resolve) => this.#waiters.push(resolve));
    if (this.#failureCount === 0) void this.#run("turn");
    return written;
  }

  saveSoon(changes: readonly SavedChange[]): void {
    for (const change of changes) this.#add(change);
    if (this.#changes.length === 0 || this.#failureCount > 0) return;
    this.#runWithin(changes.some(({ type }) => type === "draft") ? draftPauseMs : streamPauseMs);
  }

  /** On return everything is written. Throws what the last attempt threw. */
  async flush(): Promise<void> {
    await this.#running;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    await this.#run("shutdown", true);
    if (this.#failureCount > 0) throw this.#lastError;
  }

  /** Takes what waits, without writing it. Nothing is written afterwards until something is added. */
  async stop(): Promise<readonly QueuedChange[]> {
    await this.#running;
    this.#stopTimers();
    const changes = this.#changes;
    this.#changes = [];
    this.#streamed.clear();
    this.#failureCount = 0;
    this.#settle();
    return changes;
  }

  #add(change: SavedChange): void {
    const key = streamKey(change);
    const at = key === null ? undefined : this.#streamed.get(key);
    const known = at === undefined ? undefined : this.#changes[at];
    const merged = known && coalesced(known.change, change);
    if (merged && at !== undefined) {
      this.#changes[at] = { change: merged, isMilestone: false };
      return;
    }
    if (key === null) this.#streamed.clear();
    else this.#streamed.set(key, this.#changes.length);
    this.#changes.push({ change, isMilestone: false });
  }

  #runWithin(ms: number): void {
    if (this.#due && this.#due.atMs <= ms) return;
    this.#due?.cancel();
    const cancel = this.#parts.timers.after(ms, () => {
      this.#due = null;
      void this.#run("timer");
    });
    this.#due = { atMs: ms, cancel };
  }

  /** One at a time; what comes meanwhile is written together afterwards. */
  #run(trigger: SaveTrigger, isForced = false): Promise<void> {
    this.#running ??= this.#commitAll(trigger, isForced);
    return this.#running;
  }

  async #commitAll(trigger: SaveTrigger, isForced: boolean): Promise<void> {
    let isFirst = isForced || this.#failureCount > 0;
    await null; // everything saved in this tick is written together
    while (isFirst || this.#changes.length > 0 || this.#waiters.length > 0) {
      isFirst = false;
      this.#stopTimers();
      const changes = this.#changes;
      const waiters = this.#waiters;
      this.#changes = [];
      this.#waiters = [];
      this.#streamed.clear();
      try {
        await this.#parts.commit(changes, trigger);
        this.#failureCount = 0;
        for (const resolve of waiters) resolve();
        await this.#parts.afterwards();
      } catch (error) {
        this.#waiters.unshift(...waiters);
        this.#fail(error, trigger);
        break;
      }
    }
    // Not later: what is added from now on starts the next one.
    this.#running = null;
  }

  #fail(error: unknown, trigger: SaveTrigger): void {
    this.#failureCount += 1;
    this.#lastError = error;
    this.#parts.failed(error, this.#failureCount, trigger);
    if (this.#failureCount >= mostFailures) this.#settle();
    const pauseMs = Math.min(firstRetryMs * 2 ** (this.#failureCount - 1), longestRetryMs);
    const isIdle = this.#failureCount >= mostFailures;
    this.#cancelRetry = this.#parts.timers.after(pauseMs, () => void this.#run("timer", true), { isIdle });
  }

  #settle(): void {
    for (const resolve of this.#waiters) resolve();
    this.#waiters = [];
  }

  #stopTimers(): void {
    this.#due?.cancel();
    this.#due = null;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }
}
