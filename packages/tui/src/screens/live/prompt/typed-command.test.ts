import { describe, expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning, runStarted } from "../../../../test/support/live.ts";
import { summary } from "../../../../test/support/plans.ts";

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
    expect(live.went).toEqual([{ back: true, left: "codex:t-1" }]);
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

describe("/model and /fork show a plan first", () => {
  const found = { type: "found", summary: summary("t-1"), at: 2 } as const;
  const planned = async (text: string, live = idle().happens(runStarted)) => (await enter(live, text)).tell(found);

  test.each([
    ["/model other", { modes: ["resume", "replay"], settings: { model: "other" } }],
    ["/fork", { modes: ["fork", "replay"], at: 2 }],
  ])("%s opens it over the conversation, whose run goes on", async (text, route) => {
    const live = await planned(text);
    expect(live.went).toMatchObject([{ to: { screen: "restore", conversation: { run: "run-1" }, ...route } }]);
    expect(live.controls.done).toEqual([]);
    live.tell({ type: "returned" });
    expect(live.state).toMatchObject({ phase: "idle", leaving: null, wanted: null });
    expect((await enter(live, "go on")).controls.done).toEqual(["send go on"]);
  });

  test("once it is agreed to the run ends, and only then the chosen one begins", async () => {
    const live = await planned("/model other");
    const chosen = { screen: "live", begin: newBeginning } as const;
    await live.tell({ type: "returned", chosen }).performs();
    expect(live.controls.done).toEqual(["close"]);
    expect(live.went).toHaveLength(1);
    live.happens({ type: "run-ended", status: "completed", failure: null });
    expect(live.went).toHaveLength(1);
    live.tell({ type: "run-over", failure: null });
    expect(live.went.at(-1)).toEqual({ instead: chosen });
  });

  test("not once a prompt was sent meanwhile", async () => {
    const live = await enter(idle().happens(runStarted), "/fork");
    await enter(live, "go on");
    expect(live.tell(found).went).toEqual([]);
  });
});
