import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endPtys, makeScratch, type Scratch, startPty, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { modesLeftOn } from "./modes-left-on.ts";
import { click } from "./mouse.ts";
import { fillHome, reprise } from "./recorded-home.ts";
import { versionOf } from "./terminals/emulators.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-screen");
  fillHome(scratch);
});
afterEach(async () => {
  await endPtys();
  await scratch.remove();
});

test.skipIf(versionOf("screen", "--version") === null)(
  "in GNU screen the mouse is the terminal's until F2; then a click selects, and a second one opens (needs screen)",
  async () => {
    const [settings, sockets] = [join(scratch.root, "screenrc"), join(scratch.root, "sockets")];
    writeFileSync(settings, "startup_message off\nmaptimeout 10\n");
    mkdirSync(sockets, { mode: 0o700 });
    const env = { PATH: process.env.PATH ?? "", HOME: scratch.home, SCREENDIR: sockets, LANG: "C.UTF-8" };
    const args = ["-c", settings, reprise, "--all"];
    const pty = startPty({ command: "screen", args, cwd: scratch.workspace, env });
    // It outlives its terminal.
    onTestFinished(() => void spawnSync("screen", ["-X", "quit"], { env }));
    await pty.shows("1 interrupted");
    const mouseOn = "\x1b[?1000h";
    expect(pty.raw()).not.toContain(mouseOn);
    pty.type("\x1bOQ");
    await pty.shows("The mouse works in Reprise again.");
    expect(pty.raw()).toContain(mouseOn);
    await click(pty, "run the long job");
    await pty.shows("› run the long job");
    await click(pty, "run the long job");
    await pty.shows("echo started");
    pty.type("\x1b[12~");
    await pty.shows("The mouse is the terminal's");
    pty.type("q");
    await pty.shows("› run the long job");
    pty.type("q");
    await pty.exited;
    await until(() => pty.raw().includes("[screen is terminating]"), { what: "the end of screen" });
    expect(modesLeftOn(pty.raw())).toEqual([]);
  },
);
