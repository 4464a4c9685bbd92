import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleScript, endPtys, type PtyProgram, programEnv, startPty, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { modesLeftOn } from "./modes-left-on.ts";

/** In a real terminal: keys that look alike are told apart where the terminal can, and nothing of it is left on. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-keyboard-"));
});
afterEach(async () => {
  await endPtys();
  rmSync(folder, { recursive: true });
});

const tiny = bundleScript(new URL("./tiny-app.ts", import.meta.url));

function start(knowsKitty: boolean): PtyProgram {
  const program = `${process.execPath} ${tiny}`;
  const script = `${program}; echo "ended with $?"; cat`;
  const env = { ...programEnv, HOME: folder };
  return startPty({ command: "/bin/sh", args: ["-c", script], cwd: folder, env, knowsKitty });
}

/** Codes are written before the terminal's screen has them. */
const writes = (pty: PtyProgram, code: string) => until(() => pty.raw().includes(code), { what: JSON.stringify(code) });

describe.each([
  ["Kitty's", true, "\x1b[>5u", "\x1b[13;2u", "\x1b[99;5u", "\x1b[122;5u"],
  ["xterm's", false, "\x1b[>4;1m", "\x1b[27;2;13~", "\x1b[27;5;99~", "\x1b[27;5;122~"],
] as const)("%s protocol", (_, knowsKitty, on, shiftEnter, controlC, controlZ) => {
  test("tells Shift-Enter from Enter; what is known without it is known with it", async () => {
    const pty = start(knowsKitty);
    await pty.shows("begun");
    await writes(pty, on);
    for (const [bytes, key] of [
      [shiftEnter, "shift+enter"],
      ["\r", "enter"],
      ["\x1b\r", "alt+enter"],
      ["\n", "ctrl+j"],
      ["\x1b[27u", "escape"],
      ["\t", "tab"],
      ["\x1b[1;2A", "shift+up"],
      ["\x1bd", "alt+d"],
      [controlC, "ctrl+c"],
    ] as const) {
      pty.type(bytes);
      await pty.shows(`key ${key}`);
    }
    pty.type("\x1b[97;1:3u"); // let go of a key
    pty.type("z");
    await pty.shows("key z");
    pty.type("q");
    await pty.shows("ended with 0");
    expect(modesLeftOn(pty.raw())).toEqual([]);
  });

  test("is off while another program has the terminal, and after it breaks", async () => {
    const pty = start(knowsKitty);
    await pty.shows("begun");
    await writes(pty, on);
    pty.type("o");
    await pty.shows("OUTSIDE");
    expect(modesLeftOn(pty.raw())).toEqual([]);
    pty.type("\r");
    await pty.shows("returned");
    expect(modesLeftOn(pty.raw()).length).toBeGreaterThan(4);
    pty.type("x");
    await pty.shows("ended with 1");
    expect(modesLeftOn(pty.raw())).toEqual([]);
  });

  test("Ctrl-Z by it suspends, with nothing left on", async () => {
    const env = { ...programEnv, HOME: folder, PS1: "prompt$ " };
    const bash = ["--norc", "--noprofile", "-i"];
    const pty = startPty({ command: "/bin/bash", args: bash, cwd: folder, env, knowsKitty });
    await pty.shows("prompt$");
    pty.type(`${process.execPath} ${tiny}\r`);
    await pty.shows("begun");
    await writes(pty, on);
    pty.type(controlZ);
    await pty.shows(/Stopped[\s\S]*prompt\$/);
    expect(modesLeftOn(pty.raw()).filter((mode) => mode !== "2004")).toEqual([]); // bash marks pastes itself
    pty.type("fg\r");
    await pty.shows("returned");
    expect(pty.raw().split(on)).toHaveLength(3);
    pty.type("q");
    await pty.shows("prompt$");
  });
});

test("who leaves in the same moment leaves no answer of the terminal's in the shell", async () => {
  const pty = start(true);
  await writes(pty, "\x1b[c");
  pty.type("q");
  await pty.shows("ended with 0");
  pty.type("what-is-typed\r");
  await pty.shows("what-is-typed");
  expect(pty.text()).not.toMatch(/\[\?|\d+;\d*c/);
  expect(modesLeftOn(pty.raw())).toEqual([]);
});
