import { describe, expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning, runStarted } from "../../../../test/support/live.ts";

const idle = () => new DrivenLive(restoreBeginning()).resumed();
const working = () => idle().happens(runStarted, { type: "turn-started", turn: null });

/** Types the text and presses Enter. */
async function enter(live: DrivenLive, text: string): Promise<DrivenLive> {
  for (const letter of text) live.press(letter === " " ? "space" : letter);
  return live.press("enter").performs();
}

describe("what looks like a command is not sent", () => {
  test.each(["/foo", "!ls", "q"])("%s: the words stay, with a hint above them", async (text) => {
    const live = await enter(idle(), text);
    expect(live.controls.done).toEqual([]);
    expect(live.state.composer.buffer.text).toBe(text);
    expect(live.text).toMatch(/to\s+send\s+it\.|sends\s+it\./);
    expect(live.press("backspace").text).not.toMatch(/to\s+send\s+it\.|sends\s+it\./);
  });

  test("also as the first words of a new session", async () => {
    const live = await enter(new DrivenLive(newBeginning).waits(), "/init");
    expect(live.tasks.filter(({ type }) => type === "run")).toEqual([]);
    expect(live.text).toContain("Unknown command /init here");
  });

  test("also into a turn that runs", async () => {
    expect((await enter(working(), "/compact")).controls.done).toEqual([]);
  });
});

test.each([
  ["//foo bar", "send /foo bar"],
  [" /quit", "send /quit"],
  [" !ls", "send !ls"],
  ["/usr/bin/x is broken", "send /usr/bin/x is broken"],
  ["quit smoking", "send quit smoking"],
])("%j is sent", async (text, done) => {
  expect((await enter(idle(), text)).controls.done).toEqual([done]);
});

describe("commands", () => {
  test.each(["/quit", "/exit", "exit", ":q"])("%s closes the run and leaves", async (text) => {
    const live = await enter(idle(), text);
    expect(live.controls.done).toEqual(["close"]);
    live.happens({ type: "run-ended", status: "completed", failure: null }).tell({
      type: "run-over",
      failure: null,
    });
    expect(live.went).toEqual([{ quit: 0 }]);
  });

  test("/back closes the run and goes back", async () => {
    const live = await enter(idle(), "/back");
    live.tell({ type: "run-over", failure: null });
    expect(live.went).toEqual([{ back: true }]);
  });

  test("/quit of a new session in which nothing was said", async () => {
    expect((await enter(new DrivenLive(newBeginning).waits(), "/quit")).went).toEqual([{ quit: 0 }]);
  });

  test("/stop stops the turn; without one it says so and keeps the words", async () => {
    expect((await enter(working(), "/stop")).controls.done).toEqual(["interrupt"]);
    const live = await enter(idle(), "/stop");
    expect(live.controls.done).toEqual([]);
    expect(live.text).toContain("No turn runs.");
  });

  test("/steer adds to the turn", async () => {
    expect((await enter(working(), "/steer use tabs")).controls.done).toEqual(["steer use tabs"]);
    expect((await enter(idle(), "/steer use tabs")).controls.done).toEqual([]);
  });

  test("/status says which session it is and what it may do; nothing is sent", async () => {
    const live = await enter(idle(), "/status");
    expect(live.controls.done).toEqual([]);
    expect(live.text).toContain("codex:t-1 · ");
    expect(live.state.composer.buffer.text).toBe("");
  });

  test("/help opens the help, with the commands in it", async () => {
    const live = await enter(idle(), "/help");
    expect(live.went).toMatchObject([{ to: { screen: "help" } }]);
    expect(JSON.stringify(live.went)).toContain("/steer WORDS");
  });

  test("/retry and /agent say when they are not possible", async () => {
    expect((await enter(idle(), "/retry")).text).toContain("Nothing has failed that could be tried again.");
    expect((await enter(working(), "/agent")).text).toContain("opens between turns");
  });
});
