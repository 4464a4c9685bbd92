import { rmSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { ModelRequest, PtyProgram } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { choose, expectGivenBack, lived } from "./app-stage.ts";
import { LiveStage, said } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-restore");
  folder = stage.folder("work");
});
afterEach(() => stage.close());

async function leave(pty: PtyProgram): Promise<void> {
  pty.press("ctrl+c");
  await pty.shows("Ctrl-C again quits.");
  pty.press("ctrl+c");
  await expectGivenBack(pty, 0);
}

describe("server_restore_runs_handshake_and_continues", () => {
  test("server_restore_runs_handshake_and_continues: the handshake is seen, then the whole conversation, and it goes on in the same thread", async () => {
    const session = await lived(stage, folder, "remember the number seven", "I remember seven.");
    const pty = stage.openApp(folder);
    await pty.shows("remember the number seven");
    await choose(pty, "Restore");
    await pty.shows("nothing until you write a message");
    const before = pty.raw().length;
    pty.press("enter");
    await pty.shows("Checking server connection… Done");
    const drawn = stripVTControlCharacters(pty.raw().slice(before));
    expect(drawn.indexOf("Checking server connection…")).toBeLessThan(drawn.indexOf("Done"));
    expect(drawn.indexOf("Checking server connection…")).toBeGreaterThan(-1);
    await pty.shows(/› remember the number seven\s+I remember seven\.\s+─+ session resumed/);
    pty.type("/modle gpt\r");
    await pty.shows("Did you mean /model?");
    expect(stage.asked()).toHaveLength(1);
    pty.type("\x15"); // Ctrl-U
    stage.model.push([{ text: "It was seven." }]);
    pty.type("/usr/bin/x: which number?\r");
    await pty.shows("It was seven.");
    await pty.shows("ready ·");
    expect(said(stage.asked()[1] as ModelRequest).at(-1)).toBe("/usr/bin/x: which number?");
    pty.type("/quit\r");
    await expectGivenBack(pty, 0);
    expect(await stage.turns(session.id)).toHaveLength(2);
    expect(await stage.sessions()).toHaveLength(1);
  });

  test("server_restore_runs_handshake_and_continues: what the agent refuses is offered as a replay, which goes on in a new session; the old file stays", async () => {
    const base = await lived(stage, folder, "remember the number seven", "I remember seven.");
    stage.model.push([{ text: "And eight." }]);
    const forked = await stage.run(folder, "fork", base.id, "and the number eight", "--yes");
    expect(forked.code, forked.stderr).toBe(0);
    const fork = await stage.session(({ id }) => id !== base.id);
    const asked = stage.asked().length;

    const pty = stage.openApp(folder);
    await pty.shows("1–2 of 2");
    await choose(pty, "Restore");
    await pty.shows("nothing until you write a message");
    expect(pty.text()).toContain("continues in the same thread");
    rmSync(base.files[0]?.path ?? ""); // earlier, and the plan would have known
    const changed = await stage.watchSessions();
    pty.press("enter");
    await pty.shows("Checking server connection… Fail");
    pty.press("enter");
    await pty.shows("Replay: ");
    pty.press("enter");
    await pty.shows("Replayed as codex:"); // too soon for a progress bar: app-segments.test.ts sees one
    expect(stage.asked()).toHaveLength(asked);
    stage.model.push([{ text: "Seven and eight." }]);
    pty.type("which numbers?\r");
    await pty.shows("Seven and eight.");
    await leave(pty);
    expect(JSON.stringify(stage.asked().at(-1)?.body)).toContain("and the number eight");
    expect(await changed()).toEqual([]);
    const fresh = await stage.session(({ lineage }) => lineage?.kind === "replay");
    expect(fresh.lineage).toMatchObject({ session: fork.id });
  });
});
