import type { RunEvent } from "@reprise/model";
import { expect, it } from "vitest";
import type { RestoreEvent } from "../restore.ts";
import type { NumberedEvent } from "../runner.ts";
import { EventLog } from "./event-log.ts";

const delta = (text: string): RunEvent => ({ type: "delta", key: "a", kind: "reply", text });
const notice = (text: string): RunEvent => ({ type: "notice", text });

async function all(events: AsyncIterable<NumberedEvent>): Promise<NumberedEvent[]> {
  const found: NumberedEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

it("tells what was, from any number on, and what comes, to everybody who follows", async () => {
  const log = new EventLog<RestoreEvent>(({ type }) => type === "delta");
  log.add(notice("one"));
  log.add(notice("two"));
  const [whole, later] = [all(log.from(0)), all(log.from(1))];
  await Promise.resolve();
  log.add(notice("three"));
  log.end();
  expect((await whole).map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(await later).toEqual([
    { number: 2, event: notice("two") },
    { number: 3, event: notice("three") },
  ]);
});

it("ends for who says stop, at once", async () => {
  const log = new EventLog<RestoreEvent>(({ type }) => type === "delta");
  const stop = new AbortController();
  const following = all(log.from(0, stop.signal));
  stop.abort();
  expect(await following).toEqual([]);
});

it("of very many events the older deltas go first; numbers and order stay", async () => {
  const log = new EventLog<RestoreEvent>(({ type }) => type === "delta");
  log.add(notice("first"));
  for (let index = 0; index < 25_000; index += 1) log.add(delta(String(index)));
  log.end();
  const numbers = (await all(log.from(0))).map(({ number }) => number);
  expect(numbers[0]).toBe(1);
  expect(numbers.at(-1)).toBe(25_001);
  expect(numbers.length).toBeLessThan(20_000);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect((await all(log.from(25_000))).map(({ number }) => number)).toEqual([25_001]);
});

it("of very many events that all have to stay, each is looked at a few times only", () => {
  let looks = 0;
  const log = new EventLog<RestoreEvent>(() => {
    looks += 1;
    return false;
  });
  for (let index = 0; index < 200_000; index += 1) log.add(notice("kept"));
  expect(looks).toBeLessThan(400_000);
});
