import { expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning, runStarted, threadTold } from "../../../test/support/live.ts";
import { replayPlan, summary } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { liveScreen } from "./index.ts";

const texts = (live: DrivenLive) => [...live.world.saved].map(([place, { text }]) => [place, text]);

test("what is written is on disk within half a second, however long the typing goes on", async () => {
  const live = new DrivenLive(restoreBeginning()).resumed().press('"half a thought"');
  const due = live.tasks.filter((task) => task.type === "wait" && task.message.type === "draft-due");
  expect(due).toMatchObject([{ ms: 400 }]);
  await live.waits().press('"!"').performs();
  expect(texts(live)).toEqual([["codex:t-1", "half a thought"]]);
  await live.waits().performs();
  expect(texts(live)).toEqual([["codex:t-1", "half a thought!"]]);
});

test("after a kill the words are back, with the cursor where it was", () => {
  const world = testWorld();
  world.drafts.save("codex:t-1", { text: "half a thought", cursor: 4, savedAt: world.now() });
  const live = new DrivenLive(restoreBeginning(), undefined, world);
  expect(live.text).toContain("› half a thought");
  expect(live.press("x").state.composer.buffer.text).toBe("halfx a thought");
});

test("on leaving they are on disk at once; what was sent is not a draft any more", async () => {
  const live = new DrivenLive(restoreBeginning()).resumed().press('"abc"');
  liveScreen.leave?.(live.state, live.world);
  expect(texts(live)).toEqual([["codex:t-1", "abc"]]);
  await live.waits().press("enter").performs();
  expect(live.world.saved.get("codex:t-1")?.text).toBe("");
});

test("a new session keeps its draft by folder until it has a name, then by that", async () => {
  const live = new DrivenLive(newBeginning).press('"first"').waits();
  await live.performs();
  expect(texts(live)).toEqual([["new:/home/me/shop", "first"]]);
  live
    .press("enter")
    .tell({ type: "controls", controls: live.controls })
    .press('"next"')
    .happens(runStarted, threadTold);
  await live.performs();
  expect(texts(live)).toEqual([
    ["new:/home/me/shop", ""],
    ["codex:t-new", "next"],
  ]);
});

test("words written while a replay runs go over to the new session, and are in one place only", async () => {
  const live = new DrivenLive(restoreBeginning({ plan: replayPlan() })).resumed().press('"then this"').waits();
  await live.performs();
  expect(texts(live)).toEqual([["codex:t-1", "then this"]]);
  await live.happens(threadTold).performs();
  expect(texts(live)).toEqual([
    ["codex:t-1", ""],
    ["codex:t-new", "then this"],
  ]);
});

test("a brief takes no place from other words, and edits of it win over a fresh one", () => {
  const world = testWorld();
  world.drafts.save("new:/home/me/shop", { text: "mine", cursor: 0, savedAt: world.now() });
  const draft = { text: "Restore this session: x", cursor: 0, savedAt: world.now() };
  const beginning = { kind: "new", draft, from: summary("t-old") } as const;
  const live = new DrivenLive(beginning, undefined, world).press("X");
  liveScreen.leave?.(live.state, world);
  expect(world.saved.get("new:/home/me/shop")?.text).toBe("mine");
  expect(new DrivenLive(beginning, undefined, world).text).toContain("› XRestore this session: x");
});

test("the person's editor: its text is on disk before it is back in the composer", async () => {
  const world = testWorld({ edit: async (text) => `${text} — edited\nin two lines` });
  const live = new DrivenLive(restoreBeginning(), undefined, world).resumed().press('"abc"', "ctrl+g");
  const [go] = live.went;
  if (!go || !("outside" in go)) throw new Error("did not go outside");
  await go.outside(world);
  expect(world.saved.get("codex:t-1")?.text).toBe("abc — edited\nin two lines");
  await live.tell({ type: "returned" }).performs();
  expect(live.text).toContain("› abc — edited\n  in two lines");
});
