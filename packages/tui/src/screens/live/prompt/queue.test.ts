import { expect, test } from "vitest";
import { DrivenLive, restoreBeginning, runStarted } from "../../../../test/support/live.ts";
import { testWorld } from "../../../../test/support/world.ts";

const working = (columns = 80, rows = 24) =>
  new DrivenLive(restoreBeginning(), { columns, rows })
    .resumed()
    .happens(runStarted, { type: "turn-started", turn: null });

test("Tab queues during a turn; queued messages are numbered, and ↑ takes the last back", async () => {
  const live = working().press('"first"', "tab", '"second"', "tab");
  expect(live.text).toContain("queued 1: first\nqueued 2: second  ↑ edits it");
  live.press("up");
  expect(live.state.composer.buffer.text).toBe("second");
  expect(live.state.queued.map(({ text }) => text)).toEqual(["first"]);
  live.press("ctrl+u").press("up");
  expect(live.state.composer.buffer.text).toBe("first");
  expect(live.state.queued).toEqual([]);
  await live.turnEnds().performs();
  expect(live.controls.done).toEqual([]);
});

test("↑ moves in a text that is being written", () => {
  const live = working().press('"first"', "tab", '"second"', "alt+enter", '"third"', "up", '"!"');
  expect(live.state.queued).toHaveLength(1);
  expect(live.state.composer.buffer.text).toBe("secon!d\nthird");
});

test("the queue is sent when the turn is over, once", async () => {
  const live = await working().press('"first"', "tab", '"second"', "tab").turnEnds().performs();
  expect(live.controls.done).toEqual(["send first\n\nsecond"]);
  expect(live.state.queued).toEqual([]);
});

test("commands are not queued, and outside a turn Tab does nothing", () => {
  expect(working().press('"/qiut"', "tab").text).toContain("Did you mean /quit?");
  const idle = new DrivenLive(restoreBeginning()).resumed().press('"a"', "tab");
  expect(idle.state.queued).toEqual([]);
  expect(idle.state.composer.buffer.text).toBe("a");
});

test("many messages take three rows, and a narrow screen cuts them", () => {
  const live = working(30, 12);
  for (let number = 1; number <= 5; number += 1) live.press(`"message ${number}"`.replaceAll(" ", "_"), "tab");
  expect(live.text).toMatch(/queued 1–3: …\nqueued 4: message_4\nqueued 5: messa.*…\s+↑ edits it/);
});

test("the queue stays on disk while the editor has the text, and after it", async () => {
  const world = testWorld({ edit: async (text) => `${text}!` });
  const live = new DrivenLive(restoreBeginning(), undefined, world)
    .resumed()
    .happens(runStarted, { type: "turn-started", turn: null })
    .press('"first"', "tab", '"second"', "ctrl+g");
  const [go] = live.went;
  if (!go || !("outside" in go)) throw new Error("no editor was opened");
  await go.outside(world);
  expect(world.saved.get("codex:t-1")?.text).toBe("first\n\nsecond!");
  await live.tell({ type: "returned" }).performs();
  expect(live.state.composer.buffer.text).toBe("second!");
  expect(live.state.queued.map(({ text }) => text)).toEqual(["first"]);
  await live.turnEnds().performs();
  await live.waits().performs();
  expect(live.controls.done).toEqual(["send first"]);
  expect(world.saved.get("codex:t-1")?.text).toBe("second!");
});

test("what was sent while the editor was open is no draft afterwards", async () => {
  const world = testWorld({ edit: async (text) => text });
  const live = new DrivenLive(restoreBeginning(), undefined, world)
    .resumed()
    .happens(runStarted, { type: "turn-started", turn: null })
    .press('"first"', "tab", '"second"', "ctrl+g");
  const [go] = live.went;
  await live.turnEnds().performs();
  if (!go || !("outside" in go)) throw new Error("no editor was opened");
  await go.outside(world);
  await live.tell({ type: "returned" }).performs();
  await live.waits().performs();
  expect(live.state.composer.buffer.text).toBe("second");
  expect(world.saved.get("codex:t-1")?.text).toBe("second");
});

test("a message that is refused when the agent is gone is back once, and the session can be continued", async () => {
  const live = new DrivenLive(restoreBeginning()).resumed();
  let refuse = (_: Error) => {};
  live.controls.send = () =>
    new Promise((_, reject) => {
      refuse = reject;
    });
  const sending = live.press('"hello"', "enter").performs();
  const failure = { kind: "other", message: "It died.", resetsAt: null } as const;
  live.happens({ type: "run-ended", status: "failed", failure }).tell({ type: "run-over", failure: null });
  refuse(new Error("It is closed."));
  await sending;
  expect([live.state.phase, live.state.composer.buffer.text]).toEqual(["ended", "hello"]);
});
