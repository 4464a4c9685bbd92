import { execFileSync } from "node:child_process";
import { cpSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lived, restoreChosen } from "./app-stage.ts";
import { type Ended, LiveStage } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
let session: string;
beforeEach(async () => {
  stage = await LiveStage.open("state-folder");
  folder = stage.folder("work");
  ({ id: session } = await lived(stage, folder, "remember the number seven", "I remember seven."));
});
afterEach(() => stage.close());

/** The work is done, and one warning says that nothing is recorded. */
function expectUnrecorded({ code, stdout, stderr }: Ended, reason: RegExp): void {
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toContain("Still here.");
  expect(stderr).not.toMatch(/^\s+at /m);
  const warnings = stderr.match(/reprise: warning: The journal cannot be written .*/g) ?? [];
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(reason);
  expect(warnings[0]).toContain("its records wait in memory");
}

async function expectAllUnrecorded(reason: RegExp, ...commands: readonly (readonly string[])[]) {
  for (const command of commands) {
    stage.model.push([{ text: "Still here." }]);
    expectUnrecorded(await stage.run(folder, ...command), reason);
  }
}

/** Replaced by a file, which the caller of the returned function takes away. */
function blockState(): () => void {
  const state = stage.folder("state");
  renameSync(state, `${state}.away`);
  writeFileSync(state, "a file where the folder was");
  return () => {
    rmSync(state);
    renameSync(`${state}.away`, state);
  };
}

describe("a state folder that is a file", () => {
  test("every command that acts warns, and does its work", async () => {
    const before = await stage.watchSessions();
    blockState();
    await expectAllUnrecorded(
      /ENOTDIR|EEXIST/,
      ["run", "go on"],
      ["replay", session, "go on", "--yes", "--via", "native"],
      ["fork", session, "go on", "--yes"],
    );
    expect(await before()).toEqual([]);
    await expectAllUnrecorded(/ENOTDIR/, ["resume", session, "go on", "--yes"]);
  });

  test("commands that read do without it", async () => {
    blockState();
    for (const command of [["status"], ["list"], ["show", session], ["approvals", session]])
      expect(await stage.run(folder, ...command)).toMatchObject({ code: 0, stderr: "" });
    expect(await stage.run(folder, "cancel", session)).toMatchObject({ code: 3 });
  });

  test("the app and --plain say so, and the conversation goes on", async () => {
    blockState();
    const app = stage.openApp(folder);
    await app.shows("remember the number seven");
    await restoreChosen(app);
    await app.shows("! The journal of this run is not written");
    stage.model.push([{ text: "Still here." }]);
    app.type("are you there?\r");
    await app.shows("Still here.");
    app.kill("SIGKILL");
    await app.exited;

    const plain = stage.openApp(folder, { args: ["--plain"], rows: 50 });
    await plain.shows("By numbers: 0 goes back");
    plain.type("new\r");
    await plain.shows("Message to codex");
    stage.model.push([{ text: "Still here." }]);
    plain.type("hello\r");
    await plain.shows("Warning: The journal of this run is not written");
    await plain.shows("Agent: Still here.");
  });
});

/** Only who may mount can have a full or a read-only disk. */
describe.runIf(process.getuid?.() === 0)("a disk of its own for the state folder", () => {
  async function onDisk(act: (state: string) => Promise<void>): Promise<void> {
    const state = stage.folder("state");
    cpSync(state, `${state}.copy`, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", state]);
    try {
      cpSync(`${state}.copy`, state, { recursive: true });
      await act(state);
    } finally {
      execFileSync("umount", ["-l", state]);
    }
  }
  const resume = () => ["resume", session, "go on", "--yes"];
  const replay = () => ["replay", session, "go on", "--yes", "--via", "native"];

  test("that is full", async () => {
    await onDisk(async (state) => {
      const { bavail, bsize } = statfsSync(state);
      writeFileSync(join(state, "filler"), Buffer.alloc(bavail * bsize));
      await expectAllUnrecorded(/ENOSPC|disk is full/, replay(), resume());
    });
  });

  test("that is read-only", async () => {
    await onDisk(async (state) => {
      execFileSync("mount", ["-o", "remount,ro", state]);
      await expectAllUnrecorded(/EROFS|ENOENT/, replay(), resume());
    });
  });
});
