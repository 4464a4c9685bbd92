import { entriesOf, flowText, type RestoreEvent, type Runner } from "@reprise/model";
import { playedRun } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DrivenLive, restoreBeginning, runStarted } from "../../../test/support/live.ts";
import { replayPlan } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { bareTheme } from "../../kernel/theme.ts";
import { liveScreen } from "./index.ts";
import type { LiveMessage } from "./state.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const delta = (text: string): RestoreEvent => ({ type: "delta", key: "a", kind: "reply", text });

/** A runner whose restore emits the given events, one per millisecond. */
function runnerTelling(events: readonly RestoreEvent[]): Runner {
  const restore: Runner["restore"] = async () =>
    playedRun(async function* () {
      for (const event of events) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        yield event;
      }
    });
  return { restore } as Partial<Runner> as Runner;
}

async function performed(events: readonly RestoreEvent[]): Promise<LiveMessage[]> {
  const told: LiveMessage[] = [];
  const world = testWorld({ runs: runnerTelling(events) });
  const task = { type: "restore", beginning: restoreBeginning() } as const;
  const done = liveScreen.perform(task, world, (message) => void told.push(message), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(events.length + 100);
  await done;
  return told;
}

test("2,000 deltas are told in at most thirty frames a second, whole and in order", async () => {
  const told = await performed(Array.from({ length: 2000 }, (_, index) => delta(`${index} `)));
  const frames = told.filter((message) => message.type === "events");
  expect(frames.length).toBeLessThanOrEqual(61);
  expect(frames.length).toBeGreaterThan(30);
  const text = frames.flatMap(({ events }) => events.map((event) => (event.type === "delta" ? event.text : "")));
  expect(text.join("")).toBe(Array.from({ length: 2000 }, (_, index) => `${index} `).join(""));
  expect(told.at(-1)).toEqual({ type: "run-over", failure: null });
});

test("what is not a delta of the same item keeps its place", async () => {
  const other: RestoreEvent = { type: "notice", text: "between" };
  const told = await performed([runStarted, delta("a"), other, delta("b")]);
  const events = told.flatMap((message) => (message.type === "events" ? message.events : []));
  expect(events).toEqual([runStarted, delta("a"), other, delta("b")]);
});

test("a runner that throws is a failure with its reason; one that is asked waits for the answer", async () => {
  const told: LiveMessage[] = [];
  const answers: boolean[] = [];
  const restore: Runner["restore"] = async () =>
    playedRun(async function* (stage) {
      answers.push(await stage.ask({ kind: "segment", segment: 1, segmentCount: 2 }));
      yield runStarted;
      throw new Error("The pipe broke.");
    });
  const world = testWorld({ runs: { restore } as Partial<Runner> as Runner });
  const task = { type: "restore", beginning: restoreBeginning({ plan: replayPlan() }) } as const;
  const done = liveScreen.perform(task, world, (message) => void told.push(message), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10);
  const events = told.flatMap((message) => (message.type === "events" ? message.events : []));
  const asked = events.find((event) => event.type === "question");
  const { controls } = told.find((message) => message.type === "controls") ?? {};
  expect(answers).toEqual([]);
  controls?.decide(asked?.question.id ?? "", true);
  await done;
  expect(answers).toEqual([true]);
  expect(told.at(-1)).toMatchObject({
    type: "run-over",
    failure: { kind: "other", message: "The pipe broke." },
  });
});

test("a long stream, a long output and many items are kept in bounded memory, and each frame lays out little", () => {
  const live = new DrivenLive(restoreBeginning()).resumed().press('"go"', "enter");
  const line = `${"word ".repeat(15)}\n`;
  const started = performance.now();
  for (let index = 0; index < 2000; index += 1) {
    live.streams("a", line);
    liveScreen.view(live.state, live.size, bareTheme);
  }
  expect(performance.now() - started).toBeLessThan(30_000);
  for (let index = 0; index < 5000; index += 1) live.streams("c", line.repeat(4), "output");
  const kept = entriesOf(live.state.view.entries).map((entry) =>
    entry.kind === "flow" || entry.kind === "running" ? flowText(entry.flow).length : 0,
  );
  expect(Math.max(...kept)).toBeLessThan(300_000);
  live.item("big", {
    kind: "command",
    command: "cat",
    output: "x".repeat(3_000_000),
    exitCode: 0,
    status: "done",
  });
  expect(JSON.stringify(entriesOf(live.state.view.entries)).length).toBeLessThan(600_000);
  for (let index = 0; index < 8000; index += 1) live.item(`n${index}`, { kind: "reply", text: "ok" });
  expect(entriesOf(live.state.view.entries).length).toBeLessThanOrEqual(3000);
});
