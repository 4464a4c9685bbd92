import { describe, expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning, runStarted } from "../../../../test/support/live.ts";
import { sampleAgents, testWorld } from "../../../../test/support/world.ts";
import type { World } from "../../../world.ts";
import { openCompletion } from "./completion.ts";

const paths = ["src/reader.ts", "my notes.md", "src/writer.ts"];

function idle(given: Partial<World> = {}, size = { columns: 80, rows: 24 }): DrivenLive {
  const files = async (_: string, letters: string) => paths.filter((path) => path.includes(letters));
  const models = async () => ["gpt-5.2-codex", "gpt-5-mini"];
  return new DrivenLive(restoreBeginning(), size, testWorld({ files, models, ...given })).resumed();
}

function type(live: DrivenLive, text: string): DrivenLive {
  for (const letter of text) live.press(letter === " " ? "space" : letter);
  return live;
}

const textOf = (live: DrivenLive) => live.state.composer.buffer.text;

describe("commands", () => {
  test("are listed with their meaning while / is written, and filtered by the letters", () => {
    const live = type(idle(), "/");
    expect(live.text).toContain("› /help ");
    expect(live.text).toContain("shows these commands");
    type(live, "st");
    expect(live.text).toMatch(/› \/status +the session.*\n {2}\/stop +stops the turn\n {2}\/steer/);
    expect(live.text).not.toContain("/help");
    expect(live.text).toContain("Tab  complete   ↑↓  choose 1 of 3   Esc  close the list");
  });

  test("Tab completes the chosen one, arrows choose, Enter runs a whole one", async () => {
    const live = type(idle(), "/st").press("down", "tab");
    expect(textOf(live)).toBe("/stop");
    live.press("ctrl+u");
    type(live, "/st").press("up", "tab");
    expect(textOf(live)).toBe("/steer ");
    live.press("ctrl+u");
    type(live, "/sta").press("enter");
    expect(textOf(live)).toBe("/status");
    await live.press("enter").performs();
    expect(live.text).toContain("codex:t-1 ·");
    expect(live.controls.done).toEqual([]);
  });

  test("Esc closes the list and nothing else; it stays closed for this word", async () => {
    const live = idle().happens(runStarted, { type: "turn-started", turn: null });
    type(live, "/st").press("escape");
    expect(openCompletion(live.state)).toBeNull();
    expect(live.state.phase).toBe("working");
    type(live, "o");
    expect(openCompletion(live.state)).toBeNull();
    live.press("ctrl+u");
    expect(type(live, "/").text).toContain("› /help");
    expect(live.controls.done).toEqual([]);
  });

  test("paths, unknown words and recalled prompts open none", () => {
    for (const text of ["/usr/bin/x", "/frob", "//init", " /help", "a /help", "/help me"])
      expect(openCompletion(type(idle(), text).state)).toBeNull();
    const live = idle().tell({ type: "earlier", entries: [], prompts: ["/sta", "earlier"] });
    expect(openCompletion(live.press("up", "up").state)).toBeNull();
    expect(textOf(live)).toBe("/sta");
  });

  test("a click on a row completes it", () => {
    const live = type(idle(), "/st");
    live.tell({ type: "click", row: 0, column: 3, target: "row:1", isAgain: false });
    expect(textOf(live)).toBe("/stop");
    live.tell({ type: "click", row: 0, column: 3, target: "row:9", isAgain: false });
    expect(textOf(live)).toBe("/stop");
  });

  test("a small screen shows few rows around the chosen one", () => {
    const live = type(idle({}, { columns: 30, rows: 8 }), "/").press("down", "down", "down");
    expect(live.text).toContain("› /diff");
    expect(live.text).not.toContain("/help");
    for (const line of live.text.split("\n")) expect([...line].length).toBeLessThanOrEqual(30);
  });
});

describe("models", () => {
  test("used before are offered after /model, and only an arrow or Tab takes one", async () => {
    const live = await type(idle(), "/model ").performs();
    expect(live.text).toMatch(/^ {2}gpt-5\.2-codex {2}used before\n {2}gpt-5-mini +used before$/m);
    type(live, "min");
    expect(live.text).not.toContain("gpt-5.2-codex  used");
    live.press("tab");
    expect(textOf(live)).toBe("/model gpt-5-mini");
  });

  test("offered by the agent come first, each once", async () => {
    const live = idle();
    Object.assign(live.controls, { models: async () => ["gpt-6", "gpt-5-mini"] });
    await type(live, "/model ").performs();
    expect(live.text).toMatch(
      /gpt-6 +offered by codex\n +gpt-5-mini +offered by codex\n +gpt-5\.2-codex +used before\n/,
    );
  });

  test("an agent that does not answer leaves those that were used", async () => {
    const live = idle();
    Object.assign(live.controls, { models: () => Promise.reject(new Error("gone")) });
    await type(live, "/model ").performs();
    expect(live.text).toContain("used before");
  });

  test("a name that is not known is taken as typed", async () => {
    const live = await type(idle(), "/model gpt").performs();
    await live.press("enter").performs();
    expect(live.controls.done).toEqual([]);
    expect(live.state.wanted).toEqual({ kind: "settings", settings: { model: "gpt" } });
  });
});

describe("files", () => {
  test("are offered for the word after @, and Tab or Enter mentions one", async () => {
    for (const key of ["tab", "enter"]) {
      const live = await type(idle(), "see @read").performs();
      expect(live.text).toContain("› src/reader.ts");
      expect(textOf(live.press(key))).toBe("see @src/reader.ts ");
      expect(live.text).not.toContain("› src");
      await live.press("enter").performs();
      expect(live.controls.done).toEqual(["send see @src/reader.ts "]);
    }
  });

  test("a path with spaces is written as the agent expects it", async () => {
    expect(textOf((await type(idle(), "@notes").performs()).press("tab"))).toBe('@"my notes.md" ');
    const traits = sampleAgents.map((one) => ({ ...one, escapesMentions: true }));
    expect(textOf((await type(idle({ traits }), "@notes").performs()).press("tab"))).toBe("@my\\ notes.md ");
  });

  test("no key waits: letters typed during a search are looked for after it, one search at a time", async () => {
    const live = type(idle(), "@re");
    expect(live.tasks.filter(({ type }) => type === "seek-files")).toHaveLength(1);
    expect(live.text).not.toContain("› src");
    await live.performs();
    expect(live.tasks.filter(({ type }) => type === "seek-files")).toMatchObject([{ letters: "re" }]);
    await live.performs();
    expect(live.text).toContain("› src/reader.ts");
    expect(live.text).not.toContain("writer");
  });

  test("Esc closes the list; a whole path and ordinary text are sent with Enter", async () => {
    const live = await type(idle(), "@src").performs();
    await live.press("escape", "enter").performs();
    expect(live.controls.done).toEqual(["send @src"]);
    const whole = await type(idle(), "@src/reader.ts").performs();
    await (await whole.performs()).press("enter").performs();
    expect(whole.controls.done).toEqual(["send @src/reader.ts"]);
    const mail = await type(idle(), "me@src").performs();
    await mail.press("enter").performs();
    expect(mail.controls.done).toEqual(["send me@src"]);
  });

  test("Tab while files are looked for does not queue the text", () => {
    const live = idle().happens(runStarted, { type: "turn-started", turn: null });
    expect(type(live, "see @re").press("tab").state.queued).toEqual([]);
  });

  test("a search that fails offers none, and the next one is asked again", async () => {
    const files = async () => Promise.reject(new Error("no git"));
    const live = await type(idle({ files }), "@a").performs();
    expect(live.state.isSeeking).toBe(true);
    await live.performs();
    expect(live.state).toMatchObject({ isSeeking: false, banner: null });
  });

  test("work in a new session too, and hostile names are shown exactly", async () => {
    const files = async () => ["a\u202etxt.exe"];
    const live = await type(new DrivenLive(newBeginning, undefined, testWorld({ files })).waits(), "@a").performs();
    await live.performs();
    expect(live.text).toContain("› a");
    expect(live.text).not.toContain("\u202e");
  });
});
