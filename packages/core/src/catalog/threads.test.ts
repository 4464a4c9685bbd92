import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Thread } from "../host/threads.ts";
import { shareOut, Threads, type ThreadWork } from "./threads.ts";

interface Item {
  readonly number: number;
  readonly sizeBytes: number;
}

type Answer = (item: Item) => number | null;

/** A thread of which the test says what it answers, how late, and after how many parts it dies. */
function threadOf(
  answer: Answer,
  { delay, diesAfter }: { delay: number; diesAfter: number },
): Thread & { ended: boolean } {
  const answers: unknown[] = [];
  let [count, isOver] = [0, false];
  let wake: () => void = () => undefined;
  return {
    ended: false,
    send(message) {
      const { items } = structuredClone(message) as ThreadWork<unknown, Item>;
      count += 1;
      const isLast = count > diesAfter;
      const act = () => {
        if (isOver) return;
        if (isLast) isOver = true;
        else answers.push(items.map(answer));
        wake();
      };
      if (delay === 0) act();
      else setTimeout(act, delay);
    },
    received: () => answers.shift(),
    waitForAnswer: () =>
      new Promise((resolve) => {
        wake = resolve;
        if (isOver || answers.length > 0) resolve();
      }),
    get isOver() {
      return isOver;
    },
    end() {
      this.ended = true;
    },
  };
}

const doubled = ({ number }: Item) => number * 2;
const kinds = fc.record({
  delay: fc.constantFrom(0, 0, 1, 3),
  diesAfter: fc.constantFrom(0, 1, 2, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
  givesBack: fc.boolean(),
});
const items = (count: number, sizeBytes: number): Item[] =>
  Array.from({ length: count }, (_, number) => ({ number, sizeBytes }));

describe("work that threads share", () => {
  it("is done once each, whatever they leave, give back or are late with", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(kinds, { maxLength: 3 }), fc.integer({ min: 0, max: 300 }), async (made, count) => {
        const threads = made.map(({ givesBack, ...how }) =>
          threadOf((item) => (givesBack && item.number % 3 === 0 ? null : doubled(item)), how),
        );
        const pool = new Threads(() => threads);
        const taken: [number, number][] = [];
        const isWhole = await shareOut<object, Item, number>({
          threads: pool,
          job: {},
          items: items(count, count % 2 === 0 ? 2 ** 21 : 2 ** 25),
          act: async (item) => doubled(item),
          take: async ({ number }, result) => taken.push([number, result]) > 0,
        });
        expect(isWhole).toBe(true);
        expect(taken.toSorted(([a], [b]) => a - b)).toEqual(
          items(count, 0).map((item) => [item.number, doubled(item)]),
        );
        pool.end();
        expect(pool.started).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("ends at once if the caller wants no more", async () => {
    const pool = new Threads(() => [threadOf(doubled, { delay: 0, diesAfter: Number.POSITIVE_INFINITY })]);
    let count = 0;
    const work = {
      threads: pool,
      job: {},
      items: items(200, 2 ** 21),
      act: async (item: Item) => doubled(item),
      take: async () => {
        count += 1;
        return count < 40;
      },
    };
    expect(await shareOut(work)).toBe(false);
    expect(count).toBe(40);
    // What it had still to answer is not taken for the answer to something else.
    const taken: number[] = [];
    const take = async (_: Item, result: number) => taken.push(result) > 0;
    expect(await shareOut({ ...work, items: items(100, 2 ** 21), take })).toBe(true);
    expect(taken).toEqual(items(100, 0).map(doubled));
  });

  it("starts none for little work", async () => {
    const pool = new Threads(() => {
      throw new Error("A thread was started.");
    });
    const work = { threads: pool, job: {}, act: async (item: Item) => doubled(item), take: async () => true };
    expect(await shareOut({ ...work, items: items(100, 1000) })).toBe(true);
    expect(await shareOut({ ...work, items: items(2, 2 ** 30) })).toBe(true);
  });
});
