import type { PtyProgram } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { choose, expectGivenBack, goBack, lived, writeOldSession } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-viewer");
  folder = stage.folder("work");
});
afterEach(() => stage.close());

async function openViewer(rows = 30): Promise<PtyProgram> {
  const pty = stage.openApp(folder, { rows });
  await pty.shows("1–1 of 1");
  pty.press("enter");
  await pty.shows(/turn 1 of 1/);
  return pty;
}

describe("the list", () => {
  test.each([["q"], ["ctrl+c"]] as const)(
    "esc_and_ctrl_c_close_popup: Esc never quits, %s leaves it, and nothing has happened",
    async (key) => {
      await lived(stage, folder, "remember the number seven", "I remember seven.");
      const changed = await stage.watchAll();
      const asked = stage.model.requests.length;
      const pty = stage.openApp(folder);
      await pty.shows("remember the number seven");
      pty.press("right", "right", "escape");
      await pty.shows("q quits.");
      if (key === "q") pty.type(key);
      else pty.press(key);
      await expectGivenBack(pty, 0);
      expect(await changed()).toEqual([]);
      expect(stage.model.requests).toHaveLength(asked);
    },
  );
});

describe("session_viewer_actions_all_paths", () => {
  test("session_viewer_actions_all_paths: Return, Restore, Replay and GPT Restore lead where they say, and back; until Enter there nothing happens", async () => {
    await lived(stage, folder, "remember the number seven", "I remember seven.");
    const changed = await stage.watchAll();
    const asked = stage.model.requests.length;
    const pty = await openViewer();
    for (const [action, mode] of [
      ["Restore", "continues in the same thread"],
      ["Replay", "continues in a new thread"],
      ["GPT Restore", "Brief: "],
    ] as const) {
      await choose(pty, action);
      await pty.shows(mode);
      await pty.shows(/Sends +nothing/);
      pty.press("escape");
      await pty.shows(/turn 1 of 1/);
      for (let step = { Restore: 1, Replay: 2, "GPT Restore": 3 }[action]; step > 0; step -= 1) pty.press("left");
    }
    pty.press("enter"); // Return
    await pty.shows("All sessions");
    pty.type("q");
    await expectGivenBack(pty, 0);
    expect(await changed()).toEqual([]);
    expect(stage.model.requests).toHaveLength(asked);
  });

  test("session_viewer_actions_all_paths: a session that no server knows says why, and goes on by Replay", async () => {
    writeOldSession(stage, ["remember the number seven", "I remember seven."]);
    const pty = await openViewer();
    await choose(pty, "Restore");
    await pty.shows(/Sends +nothing/);
    await pty.shows("continues in a new thread");
    await pty.shows(/Can't resume\s+\S/);
    pty.press("enter");
    await pty.shows("Replayed as codex:");
    await pty.shows(/› remember the number seven\s+I remember seven\./);
    expect(stage.asked()).toEqual([]);
  });
});

describe("viewer_actions_isolated", () => {
  test("viewer_actions_isolated: GPT Restore puts the brief into the composer, and nothing is sent until the person does", async () => {
    const session = await lived(stage, folder, "remember the number seven", "I remember seven.");
    const changed = await stage.watchSessions();
    const asked = stage.model.requests.length;
    const pty = await openViewer(180); // a third of it is the composer's
    await choose(pty, "GPT Restore");
    await pty.shows(/Sends +nothing \(Enter puts the brief into the composer/);
    pty.press("enter");
    await pty.shows("new session ·");
    await pty.shows(`› Restore this session: ${session.id}`);
    pty.press("ctrl+c");
    await pty.shows("Ctrl-C again quits.");
    expect(stage.model.requests).toHaveLength(asked);
    expect(await stage.sessions()).toHaveLength(1);
    stage.model.push([{ text: "I know of seven." }]);
    await pty.shows(/^(?![\s\S]*Ctrl-C again quits\.)/);
    await pty.ready("Enter  send");
    pty.press("enter");
    await pty.shows("I know of seven.");
    await pty.shows("ready ·");
    const body = JSON.stringify(stage.asked().at(-1)?.body);
    expect(body).toContain("Restore this session:");
    expect(body).toContain(session.id);
    expect(await changed()).toEqual([]);
    expect(await stage.sessions()).toHaveLength(2);
  });

  test("viewer_actions_isolated: a branch after turn 1 of 2 shows turn 1 and its own, and so does the list", async () => {
    const parent = await lived(stage, folder, "remember the number seven", "I remember seven.");
    stage.model.push([{ text: "Eight it is." }]);
    expect((await stage.run(folder, "resume", parent.id, "and the number eight", "--yes")).code).toBe(0);
    const pty = stage.openApp(folder);
    await pty.shows("1–1 of 1");
    pty.press("enter");
    await pty.shows("Eight it is.");
    pty.press("home");
    await pty.shows(/turn 1 of 2/);
    pty.type("b");
    await pty.shows(/Fork: /);
    await pty.shows("nothing until you write a message");
    pty.press("enter");
    await pty.shows("Forked as codex:");
    expect(pty.text()).toContain("I remember seven.");
    expect(pty.text()).not.toContain("Eight it is.");
    stage.model.push([{ text: "Nine, then." }]);
    pty.type("and the number nine\r");
    await pty.shows("Nine, then.");
    await pty.shows("ready ·");
    const fork = await stage.session(({ lineage }) => lineage?.kind === "fork");
    expect([fork.turnCount, fork.messageCount]).toEqual([2, 4]);
    expect(JSON.stringify(stage.asked().at(-1)?.body)).not.toContain("eight");
  });

  test("viewer_actions_isolated: the composer is empty after Restore and Replay, and what is chosen moves round", async () => {
    await lived(stage, folder, "remember the number seven", "I remember seven.");
    const pty = await openViewer();
    pty.press("left", "left", "left"); // round to Restore
    pty.press("enter");
    await pty.shows("continues in the same thread");
    await pty.shows("nothing until you write a message");
    pty.press("enter");
    await pty.shows("Checking server connection… Done");
    expect(pty.text()).toContain("› What next?");
    await goBack(pty);
    await pty.shows(/turn 1 of 1/);
    pty.press("right", "enter");
    await pty.shows("continues in a new thread");
    await pty.shows("nothing until you write a message");
    pty.press("enter");
    await pty.shows("Replayed as codex:");
    expect(pty.text()).toContain("› What next?");
    expect(stage.asked()).toHaveLength(1);
  });
});
