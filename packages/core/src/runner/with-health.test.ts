import { expect, test } from "vitest";
import type { RunPlace } from "../runs/open-run.ts";
import { withHealth } from "./with-health.ts";

const full = { state: "degraded", reason: "full", waitingCount: 1 } as const;
const place = { onHealth: () => undefined } as unknown as RunPlace;
const { signal } = new AbortController();

test("a change is told once, and also while nothing else happens", async () => {
  const waiting = Promise.withResolvers<void>();
  let onHealth: RunPlace["onHealth"] = () => undefined;
  const events = withHealth(place, signal, async function* (own) {
    onHealth = own.onHealth;
    yield "first";
    await waiting.promise;
    yield "last";
  });
  expect((await events.next()).value).toBe("first");
  const next = events.next();
  onHealth(full);
  onHealth({ ...full, waitingCount: 2 });
  expect((await next).value).toEqual({ type: "journal-health", problem: "full" });
  onHealth({ state: "good" });
  waiting.resolve();
  expect((await events.next()).value).toEqual({ type: "journal-health", problem: null });
  expect((await events.next()).value).toBe("last");
  expect((await events.next()).done).toBe(true);
});

test("what was told before the last event does not come after it", async () => {
  const events = withHealth(place, signal, async function* (own) {
    own.onHealth(full);
    yield "only";
  });
  const told: unknown[] = [];
  for await (const event of events) told.push(event);
  expect(told).toEqual([{ type: "journal-health", problem: "full" }, "only"]);
});

test("leaving while something is waited for gives that up, and what was opened is closed", async () => {
  let isClosed = false;
  const events = withHealth(place, signal, async function* (own, until) {
    try {
      own.onHealth(full);
      await new Promise<void>((resolve) => until.addEventListener("abort", () => resolve()));
      yield "never wanted";
    } finally {
      isClosed = true;
    }
  });
  for await (const _ of events) break;
  expect(isClosed).toBe(true);
});

test("what is thrown is thrown to whoever listens", async () => {
  const events = withHealth(place, signal, async function* () {
    yield "first";
    throw new Error("broken");
  });
  await events.next();
  await expect(events.next()).rejects.toThrow("broken");
});
