/**
 * Reading many files, by all cores: this thread reads, takes what others have read, and alone writes. A thread that fails costs nothing
 * but time: what it has not answered is done here.
 */

import type { Thread } from "../host/threads.ts";

/** Started when there is work for them. */
export class Threads {
  readonly #start: () => readonly Thread[];
  #threads: readonly Thread[] | null = null;

  constructor(start: () => readonly Thread[]) {
    this.#start = start;
  }

  get areRunning(): boolean {
    return this.#threads !== null;
  }

  get started(): readonly Thread[] {
    this.#threads ??= this.#start();
    return this.#threads;
  }

  /** From then on there are none. */
  end(): void {
    for (const thread of this.#threads ?? []) thread.end();
    this.#threads = [];
  }
}

/** What a thread is sent. Its answer is a list of as many results; null: the asking thread does it. */
export interface ThreadWork<Job, Item> {
  readonly job: Job;
  readonly items: readonly Item[];
}

interface SharedWork<Job, Item, Result> {
  readonly threads: Threads | null;
  readonly job: Job;
  readonly items: readonly Item[];
  /** One item by this thread. */
  readonly act: (item: Item) => Promise<Result>;
  /** False: the caller wants no more. In no certain order. */
  readonly take: (item: Item, result: Result) => Promise<boolean>;
}

interface SizedItem {
  readonly sizeBytes: number;
}

/** Starting a thread takes as long as reading some 300 files does. */
const fewBytes = 32 * 1024 * 1024;
const bytesOfOpening = 16 * 1024;
/** This thread reports how far a larger one is. */
const mostBytes = 16 * 1024 * 1024;
/** So many parts are with a thread, so that it never waits. */
const partsAhead = 2;
/** A part has no more items, and fewer of few, so that all end at about the same time. */
const mostAtOnce = 32;
const fewestParts = 16;

/** False if the caller cancelled; the threads end then, since they still have work of this job. */
export async function shareOut<Job, Item extends SizedItem, Result>(
  work: SharedWork<Job, Item, Result>,
): Promise<boolean> {
  let isWhole = false;
  try {
    isWhole = await allShared(work);
    return isWhole;
  } finally {
    if (!isWhole) work.threads?.end();
  }
}

async function allShared<Job, Item extends SizedItem, Result>(work: SharedWork<Job, Item, Result>): Promise<boolean> {
  const { threads: pool, job, items, act, take } = work;
  const left = items.filter(({ sizeBytes }) => sizeBytes <= mostBytes);
  const large = items.filter(({ sizeBytes }) => sizeBytes > mostBytes);
  const size = left.reduce((sum, { sizeBytes }) => sum + sizeBytes + bytesOfOpening, 0);
  const isMuch = left.length > 1 && (size >= fewBytes || pool?.areRunning);
  const threads = isMuch ? (pool?.started ?? []) : [];
  const atOnce = Math.min(mostAtOnce, Math.ceil(left.length / fewestParts));
  const sent = new Map<Thread, (readonly Item[])[]>(threads.map((thread) => [thread, []]));
  let at = 0;
  const feed = (thread: Thread, parts: (readonly Item[])[]) => {
    while (parts.length < partsAhead && at < left.length && !thread.isOver) {
      const part = left.slice(at, at + atOnce);
      at += part.length;
      parts.push(part);
      thread.send({ job, items: part } satisfies ThreadWork<Job, Item>);
    }
  };
  const takeAnswers = async () => {
    for (const [thread, parts] of sent) {
      for (let answer = thread.received(); answer !== undefined; answer = thread.received()) {
        const part = parts.shift() ?? [];
        feed(thread, parts);
        const results = answer as readonly (Result | null)[];
        for (const [index, item] of part.entries())
          if (!(await take(item, results[index] ?? (await act(item))))) return false;
      }
    }
    return true;
  };
  for (const [thread, parts] of sent) feed(thread, parts);
  for (const item of large) if (!(await take(item, await act(item)))) return false;
  while (at < left.length) {
    const item = left[at++] as Item;
    if (!(await take(item, await act(item))) || !(await takeAnswers())) return false;
  }
  for (const [thread, parts] of sent) {
    while (parts.length > 0) {
      if (!(await takeAnswers())) return false;
      if (parts.length > 0 && !thread.isOver) await thread.waitForAnswer();
      else for (const item of parts.shift() ?? []) if (!(await take(item, await act(item)))) return false;
    }
  }
  return true;
}
