import { newRunView, noSettings, nothingSaved, type RestoreEvent, type RunId, type StartedRun } from "@reprise/model";
import { expect, test } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import type { SavedWorkspace } from "../store/workspace-store.ts";
import { Feed } from "./feed.ts";
import { FollowedRun } from "./followed-run.ts";
import type { WorkbenchParts } from "./parts.ts";
import { ShownState } from "./shown-state.ts";

function stageOf(save: () => Promise<void>) {
  const failed: string[] = [];
  const saved = { state: nothingSaved, saving: () => null, save, saveSoon() {} };
  const place = { id: "w", root: "/work", epoch: "e" };
  const usualChoice = () => ({ agent: "codex", settings: noSettings }) as const;
  const feed = new Feed(place, saved as unknown as SavedWorkspace, usualChoice);
  const shown = new ShownState(feed, nothingSaved);
  feed.show(shown);
  const follow = (events: () => AsyncGenerator<{ number: number; event: RestoreEvent }>) => {
    const run = {
      id: "r" as RunId,
      origin: "o",
      controls: { send: async () => "file" },
      events,
    } as unknown as StartedRun;
    const parts = {
      shown,
      host: nodeHost({}),
      stateFolder: "/state",
      canSteer: () => false,
      signIn: () => "Run `codex login`",
    };
    const listener = {
      connected() {},
      failed: (detail: string) => failed.push(detail),
      completed() {},
      sent() {},
      async returned() {},
      async ended() {},
    };
    const view = newRunView("codex", noSettings);
    return new FollowedRun({ run, view, first: null }, parts as unknown as WorkbenchParts, listener);
  };
  return { shown, follow, failed };
}

test("that the journal cannot be written is said until it can", async () => {
  const { shown, follow } = stageOf(async () => undefined);
  const banners: (string | undefined)[] = [];
  const problems = ["ENOSPC: no space left on device", null];
  await follow(async function* () {
    for (const [index, problem] of problems.entries()) {
      banners.push(shown.state.banner?.text);
      yield { number: index + 1, event: { type: "journal-health", problem } };
    }
    banners.push(shown.state.banner?.text);
  }).over;
  expect(banners).toEqual([undefined, expect.stringContaining("the disk is full"), undefined]);
});

test("not signed in is said once, with the command that signs in", async () => {
  const { shown, follow, failed } = stageOf(async () => undefined);
  const failure = { kind: "authentication", message: "unexpected status 401", resetsAt: null } as const;
  await follow(async function* () {
    yield { number: 1, event: { type: "turn-started", turn: null } };
    yield { number: 2, event: { type: "turn-ended", turn: null, state: "failed", failure } };
  }).over;
  const text = "Not signed in. Run `codex login` in a terminal, then continue here. Everything stays readable.";
  expect([failed, shown.state.banner]).toMatchObject([[text], { text, canRetry: true }]);
});

test("what the agent does is shown as it changes: it thinks, writes, then works", async () => {
  const { shown, follow } = stageOf(async () => undefined);
  const doing: (string | null)[] = [];
  const events: readonly RestoreEvent[] = [
    { type: "turn-started", turn: null },
    { type: "delta", key: "r", kind: "reply", text: "I " },
    { type: "delta", key: "r", kind: "reply", text: "write" },
    {
      type: "item",
      key: "t",
      item: { kind: "tool", name: "look", input: {}, output: null, status: "open" },
      isComplete: false,
    },
    { type: "turn-ended", turn: null, state: "completed", failure: null },
  ];
  await follow(async function* () {
    for (const [index, event] of events.entries()) {
      yield { number: index + 1, event };
      doing.push(shown.activity.doing);
    }
  }).over;
  expect(doing).toEqual(["thinking", "writing", "writing", "using look", null]);
});

test("nothing of a thread is shown before it is known on disk which thread it is", async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>();
  const { shown, follow } = stageOf(() => written);
  let asked = 0;
  const { over } = follow(async function* () {
    yield { number: 1, event: { type: "settings", settings: noSettings } };
    asked += 1;
    yield { number: 2, event: { type: "journal-health", problem: "ENOSPC: no space left on device" } };
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([shown.state.thread?.run, asked]).toEqual(["r", 0]);
  write();
  await over;
  expect(asked).toBe(1);
});

test("a prompt that is given to a run that has just ended is known to be lost", async () => {
  const { follow } = stageOf(async () => undefined);
  const run = follow(async function* () {});
  await run.over;
  const given = await run.send("too late", []);
  expect([given.saved, run.isLost(given)]).toEqual([["file"], true]);
});
