import type { PtyProgram } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { goBack, sendSegment, writeOldSession } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

const messageCount = 24;
/** A model that says nothing: whatever waits for it waits for ever. */
const silent = Array.from({ length: messageCount }, () => [{ hang: true } as const]);

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-replay");
  stage.model.push(...silent);
  folder = stage.folder("work");
  const filler = "the quick brown fox jumps over the lazy dog. ".repeat(230);
  writeOldSession(
    stage,
    Array.from({ length: messageCount }, (_, index) => `message ${index + 1}: ${filler}(end ${index + 1})`),
  );
});
afterEach(() => stage.close());

/** The plan of a replay of the only session there is, in this folder. */
async function planned(): Promise<PtyProgram> {
  const pty = stage.openApp(folder);
  await pty.shows("1–1 of 1");
  pty.press("right", "right", "enter");
  await pty.shows("nothing until you write a message");
  return pty;
}

/** Waits for Enter before the first segment; how many there are. */
async function stepping(pty: PtyProgram): Promise<number> {
  pty.type("p");
  await pty.shows("[x] Ask before each segment");
  pty.press("enter");
  await pty.shows(/Segment 1 of \d+: Enter continues, Esc cancels\./);
  return Number(/Segment 1 of (\d+)/.exec(pty.text())?.[1]);
}

const threads = async () => (await stage.sessions()).filter(({ lineage }) => lineage?.kind === "replay");
const quiet = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("replay in the app, with the real Codex and a model that says nothing", () => {
  test("progresses_to_completion_on_enter: without steps one Enter tells all segments, and the new session is summed up in one line", async () => {
    const changed = await stage.watchSessions();
    const pty = await planned();
    expect(await threads()).toEqual([]);
    pty.press("enter");
    await pty.shows("Replayed as codex:");
    expect(pty.text().replaceAll(/\s+/g, " ")).toMatch(
      /Replayed as codex:\S+: 24 items in [2-9] segments, nothing sent to a model\./,
    );
    await pty.shows("ready ·");
    await pty.shows("(end 24)");
    expect(pty.text()).not.toContain("Restoring:");
    await goBack(pty);
    await pty.shows("1–2 of 2");
    expect(await threads()).toHaveLength(1);
    expect(stage.asked()).toEqual([]);
    expect(await changed()).toEqual([]);
  });

  test("progresses_to_completion_on_enter: step by step, each Enter tells one segment", async () => {
    const pty = await planned();
    const total = await stepping(pty);
    expect(total).toBeGreaterThan(1);
    for (let segment = 1; segment <= total; segment += 1) {
      await pty.shows(`Segment ${segment} of ${total}: Enter continues`);
      const percent = Math.floor(((segment - 1) / total) * 100);
      expect(pty.text()).toMatch(new RegExp(`Restoring: \\[#*—*\\] (?:${percent}|${percent + 1})%`));
      await sendSegment(pty, segment);
    }
    await pty.shows("Replayed as codex:");
    expect(stage.asked()).toEqual([]);
  });

  test("no_auto_progress_without_enter: neither the plan nor a segment goes on by itself, or by any other key", async () => {
    const changed = await stage.watchAll();
    const pty = await planned();
    pty.type("jkx");
    pty.press("down", "up");
    await quiet(700);
    expect(pty.text()).toContain("nothing until you write a message");
    // Besides the mark that the app has this terminal.
    expect((await changed()).filter(({ path }) => !path.startsWith("terminals/"))).toEqual([]);
    const total = await stepping(pty);
    pty.type("words");
    pty.press("down", "left");
    await pty.shows("words");
    await quiet(700);
    expect(pty.text()).toContain(`Segment 1 of ${total}: Enter continues, Esc cancels.`);
    expect(pty.text()).toContain("] 0%");
    expect(pty.text()).not.toContain("(end 1)");
    expect(stage.asked()).toEqual([]);
  });

  test("cancel_inserts_history_line: Esc stops before the next segment, with one line; Enter goes on where it stopped", async () => {
    const pty = await planned();
    const total = await stepping(pty);
    await sendSegment(pty, 1);
    await pty.shows(`Segment 2 of ${total}`);
    pty.press("escape");
    await pty.shows(`Replay cancelled after 1 of ${total} segments.`);
    pty.press("escape");
    await pty.shows("Esc again goes back.");
    expect(pty.text().match(/Replay cancelled/g)).toHaveLength(1);
    expect(stage.asked()).toEqual([]);
    pty.press("enter");
    await pty.shows(`a replay that stopped after 1 of ${total} segments; nothing is sent twice`);
    await pty.shows("nothing until you write a message");
    pty.press("enter");
    await pty.shows("Replayed as codex:");
    expect(pty.text().replaceAll(/\s+/g, " ")).toContain(`24 items in ${total} segments, nothing sent`);
    expect(await threads()).toHaveLength(1);
    expect(stage.asked()).toEqual([]);
  });
});
