import type { Offer, RunId, Runner, Timestamp } from "@reprise/model";
import { SessionError } from "@reprise/model";
import { playedRun } from "@reprise/testkit";
import { expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning } from "../../../test/support/live.ts";
import { testWorld } from "../../../test/support/world.ts";
import type { LiveMessage, LiveTask } from "./state.ts";
import { perform } from "./tasks.ts";

const offer: Offer = {
  run: "p-old" as RunId,
  agent: "codex",
  session: null,
  state: "interrupted",
  mode: "new",
  prompt: "build a bridge",
  startedAt: "2026-02-15T10:32:41.000Z" as Timestamp,
};
const { signal } = new AbortController();

/** Starts the tasks of a screen in order, as the app does, and waits for none. */
function begin(live: DrivenLive): { readonly told: LiveMessage[]; readonly done: Promise<unknown> } {
  const told: LiveMessage[] = [];
  const tasks = live.tasks.splice(0).filter(({ type }) => type !== "wait");
  const done = Promise.all(tasks.map((task) => perform(task, live.world, (one) => void told.push(one), signal)));
  return { told, done };
}

test("Enter: the prompt is on disk before the draft is gone, and before anything is waited for", async () => {
  const world = testWorld({ runner: () => new Promise<Runner>(() => {}) });
  const live = new DrivenLive(newBeginning, undefined, world).press('"fix it"').waits();
  begin(live);
  expect(world.saved.get("new:/home/me/shop")?.text).toBe("fix it");
  const kept: string[] = [];
  const { save } = world.drafts;
  world.drafts.save = (place, draft) => {
    kept.push(...world.onDisk.values());
    save(place, draft);
  };
  live.press("enter");
  const { told } = begin(live);
  expect(kept).toEqual(["fix it"]);
  expect([...world.onDisk.values()]).toEqual(["fix it"]);
  expect(told[0]).toEqual({ type: "prompt-saved", id: "prompt-1" });
});

test("the wish to run carries the saved prompt, and what was taken up before", async () => {
  const wishes: unknown[] = [];
  const runs = {
    run: async (wish: unknown) => {
      wishes.push(wish);
      return playedRun(async function* () {});
    },
  } as Partial<Runner> as Runner;
  const world = testWorld({ runs });
  const task: LiveTask = { type: "run", prompt: "x", from: null, isFresh: true, carries: ["p-old"] };
  await perform(task, world, () => {}, signal);
  expect(wishes).toMatchObject([{ prompt: "x", carries: ["prompt-1", "p-old"] }]);
});

test("a disk that refuses the prompt keeps nobody from saying it", async () => {
  const save = (): never => {
    throw new SessionError("not-saved", "full");
  };
  const wishes: unknown[] = [];
  const runs = {
    run: async (wish: unknown) => {
      wishes.push(wish);
      return playedRun(async function* () {});
    },
  } as Partial<Runner> as Runner;
  const world = testWorld({ runs, prompts: { save, drop: () => {} } });
  await perform({ type: "run", prompt: "x", from: null, isFresh: true }, world, () => {}, signal);
  expect(wishes).toMatchObject([{ prompt: "x", carries: [] }]);
});

test("words that did not arrive are a draft on disk before their file is dropped", () => {
  const live = new DrivenLive(restoreBeginning()).resumed().press('"fix it"', "enter");
  live.world.onDisk.set("sent-1", "fix it");
  live.tell({ type: "prompt-saved", id: "sent-1" });
  live.tasks.splice(0);
  live.tell({ type: "run-over", failure: { kind: "transport", message: "It died.", resetsAt: null } });
  expect(live.state.composer.buffer.text).toBe("fix it");
  begin(live);
  expect(live.world.saved.get("codex:t-1")?.text).toBe("fix it");
  expect([...live.world.onDisk]).toEqual([]);
});

test("words that the agent has are not given back, and their file is not touched", () => {
  const live = new DrivenLive(restoreBeginning()).resumed().press('"fix it"', "enter");
  live.tell({ type: "prompt-saved", id: "sent-1" });
  live.happens({ type: "prompt-persisted", promptId: "p" });
  live.tell({ type: "run-over", failure: null });
  expect([live.state.composer.buffer.text, live.state.givenBack, live.state.inFlight]).toEqual(["", [], null]);
});

test("what is pasted is on disk at once, what is typed after a while", () => {
  const live = new DrivenLive(newBeginning).press('"abc"');
  expect(live.tasks.filter(({ type }) => type === "save-draft")).toEqual([]);
  live.tell({ type: "paste", text: "a long text that nobody types" });
  expect(live.tasks).toContainEqual(
    expect.objectContaining({ type: "save-draft", text: live.state.composer.buffer.text }),
  );
});

test("an unsent prompt that is offered is taken up before the words, and sent with them without another question", () => {
  const live = new DrivenLive(newBeginning).press('"and paint it"', "enter");
  live.tasks.splice(0);
  live.tell({ type: "offered", offered: { offer, session: null } }).waits();
  expect(live.text).toContain('Unsent prompt from 2026-02-15 10:32 UTC: "build a bridge". Use it? [y/n]');
  live.press("y");
  expect(live.tasks).toContainEqual({ type: "prefer", agent: "codex" });
  expect(live.state.composer.buffer.text).toBe("build a bridge\n\nand paint it");
  live.press("enter");
  expect(live.tasks).toContainEqual({
    type: "run",
    prompt: "build a bridge\n\nand paint it",
    from: null,
    isFresh: true,
    carries: ["p-old"],
  });
});

test("one that was taken up stands before the words that were kept here, and only once", () => {
  const draft = { text: "build a bridge", cursor: 14, savedAt: offer.startedAt };
  const beginning = { kind: "new", draft, from: null, carries: ["p-old"] } as const;
  const opened = (kept: string) => {
    const world = testWorld();
    world.saved.set("new:/home/me/shop", { ...draft, text: kept });
    return new DrivenLive(beginning, undefined, world).state;
  };
  expect(opened("and paint it").composer.buffer.text).toBe("build a bridge\n\nand paint it");
  expect(opened("build a bridge now").composer.buffer.text).toBe("build a bridge now");
  expect(opened("x").carries).toEqual(["p-old"]);
});
