import { sessionIdOf, type ThreadId, type Timestamp } from "@reprise/model";
import { memoryLibrary, promptTurn } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning, runStarted } from "../../../../test/support/live.ts";
import { summary } from "../../../../test/support/plans.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { found } from "../run/find-session.ts";
import { exportWish } from "./export-wish.ts";

const idle = () => new DrivenLive(restoreBeginning()).resumed();
const working = () => idle().happens(runStarted, { type: "turn-started", turn: null });

async function enter(live: DrivenLive, text: string): Promise<DrivenLive> {
  for (const letter of text) live.press(letter === " " ? "space" : letter);
  return live.press("escape", "enter").performs();
}

/** The run that was closed is over. */
function over(live: DrivenLive): DrivenLive {
  return live
    .happens({ type: "run-ended", status: "completed", failure: null })
    .tell({ type: "run-over", failure: null });
}

describe("/model", () => {
  test("alone says which one it is, and what a name does", async () => {
    const live = await enter(idle(), "/model");
    expect(live.text).toContain("The model is gpt-5.2-codex. /model NAME continues with another one");
    expect(live.state.composer.buffer.text).toBe("");
  });

  test("of a new session is the model it starts with", async () => {
    const live = await enter(new DrivenLive(newBeginning).waits(), "/model gpt-5-mini");
    expect(live.text).toContain("The session will start with gpt-5-mini.");
    live.press('"hello"', "enter");
    expect(live.tasks).toContainEqual(
      expect.objectContaining({ type: "run", prompt: "hello", settings: { model: "gpt-5-mini" } }),
    );
  });

  test.each([
    ["/model gpt-5.2-codex", "is gpt-5.2-codex already"],
    ["/model two words", "has no spaces"],
  ])("%s changes nothing", async (text, hint) => {
    const live = await enter(idle(), text);
    expect(live.controls.done).toEqual([]);
    expect(live.text).toContain(hint);
  });

  test("waits for the end of a turn", async () => {
    const live = working();
    for (const letter of "/model gpt-5") live.press(letter === " " ? "space" : letter);
    await live.press("enter").performs();
    expect(live.controls.done).toEqual([]);
    expect(live.text).toContain("A turn runs.");
    expect(live.state.composer.buffer.text).toBe("/model gpt-5");
  });
});

describe("/fork", () => {
  test("of a conversation that has ended leads back to it", async () => {
    const live = await enter(over(idle()), "/fork");
    expect(live.tasks).toContainEqual({ type: "find", session: "codex:t-1", forks: true });
    live.tell({ type: "found", summary: summary("t-1"), at: 3 });
    expect(live.went.at(-1)).toMatchObject({ to: { screen: "restore", conversation: { run: null }, at: 3 } });
  });

  test("is refused before the session exists", async () => {
    const live = await enter(new DrivenLive(newBeginning).waits(), "/fork");
    expect(live.text).toContain("There is nothing to fork yet");
  });

  test("an unfinished last turn is left out", async () => {
    const turns = [promptTurn("a"), promptTurn("b"), { ...promptTurn("c"), ended: "interrupted" as const }];
    const library = memoryLibrary([{ thread: "t-1", updatedAt: "2026-11-15T09:00:00.000Z" as Timestamp, turns }]);
    const session = sessionIdOf("codex", "t-1" as ThreadId);
    expect((await found({ session, forks: true }, { library })).at).toBe(2);
    expect((await found({ session, forks: false }, { library })).at).toBe(null);
  });
});

describe("/export", () => {
  test.each([
    ["", null, false],
    ["a.md", "a.md", false],
    ["a b.html --force", "a b.html", true],
    ['"a b.html"', "a b.html", false],
    ["--force", null, true],
  ])("%j names the file %j", (words, file, isForced) => {
    expect(exportWish(words)).toEqual({ file, isForced });
  });

  test("says where it was saved, in the conversation", async () => {
    const exportSession = async () => ({ path: "/home/me/shop/a.md", sizeBytes: 1234 });
    const live = new DrivenLive(restoreBeginning(), undefined, testWorld({ exportSession })).resumed();
    await enter(live, "/export a.md");
    expect(live.text).toContain("Saved as /home/me/shop/a.md (1.2 kB).");
  });

  test("a refusal is a hint", async () => {
    const exportSession = async () => {
      throw new Error("a.md already exists.");
    };
    const live = new DrivenLive(restoreBeginning(), undefined, testWorld({ exportSession })).resumed();
    expect((await enter(live, "/export a.md")).text).toContain("! a.md already exists.");
  });
});

describe("changes of the session", () => {
  test("by the key and by the command", async () => {
    const to = { to: { screen: "diff", session: "codex:t-1" } };
    expect(idle().press("ctrl+x").went).toEqual([to]);
    expect((await enter(idle(), "/diff")).went).toEqual([to]);
    expect(working().press("ctrl+x").went).toEqual([to]);
  });

  test("there are none before the session exists", () => {
    expect(new DrivenLive(newBeginning).press("ctrl+x").text).toContain("Nothing has changed yet");
  });
});
