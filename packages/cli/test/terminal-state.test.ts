import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleScript, endPtys, type PtyProgram, programEnv, startPty, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { modesLeftOn } from "./modes-left-on.ts";

/** In a real terminal: whatever happens to the program, the terminal is as it was. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-tty-"));
});
afterEach(async () => {
  await endPtys();
  rmSync(folder, { recursive: true });
});

const tiny = bundleScript(new URL("./tiny-app.ts", import.meta.url));
const program = `${process.execPath} ${tiny}`;
const env = () => ({ ...programEnv, HOME: folder, PS1: "prompt$ " });

/** Between two looks at the terminal's settings, by a shell that outlives it. */
async function start(): Promise<PtyProgram> {
  const script = `stty -a >before; ${program}; echo "ended with $?"; stty -a >after; echo all-done; read wait`;
  const pty = startPty({ command: "/bin/sh", args: ["-c", script], cwd: folder, env: env() });
  await pty.shows("begun");
  return pty;
}

/** Without a shell around it. */
function startAlone(): PtyProgram {
  return startPty({ command: process.execPath, args: [tiny], cwd: folder, env: env() });
}

const pidOf = (pty: PtyProgram) => Number(/pid (\d+)/.exec(pty.text())?.[1]);

async function expectAsBefore(pty: PtyProgram, code: number): Promise<void> {
  await pty.shows("all-done");
  expect(pty.text()).toContain(`ended with ${code}`);
  const settings = (name: string) => readFileSync(join(folder, name), "utf8");
  expect(settings("after")).toBe(settings("before"));
  expect(modesLeftOn(pty.raw())).toEqual([]);
  expect(pty.text()).not.toContain("begun"); // the other screen is gone
}

describe("the terminal is given back", () => {
  test("after leaving", async () => {
    const pty = await start();
    expect(modesLeftOn(pty.raw()).length).toBeGreaterThan(4); // it was not as before
    pty.type("q");
    await expectAsBefore(pty, 0);
  });

  test.each([
    ["a reducer that throws", "x", "tiny: the reducer broke"],
    ["a view that throws", "v", "tiny: the view broke"],
    ["an exception that nobody caught", "u", "tiny: nobody caught this"],
    ["a rejection that nobody handled", "r", "tiny: nobody caught this"],
  ])("after %s, and the error is read on the ordinary screen", async (_, key, text) => {
    const pty = await start();
    pty.type(key);
    await expectAsBefore(pty, 1);
    expect(pty.text()).toContain(text);
  });

  test("after process.exit in the middle", async () => {
    const pty = await start();
    pty.type("e");
    await expectAsBefore(pty, 3);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGQUIT", 131],
    ["SIGABRT", 134],
    ["SIGUSR2", 140],
  ] as const)("after %s from outside, which is also how it ends", async (signal, code) => {
    const pty = await start();
    process.kill(pidOf(pty), signal);
    await expectAsBefore(pty, code);
  });
});

describe("a question of the command line gives the terminal back", () => {
  const question = bundleScript(new URL("./tiny-question.ts", import.meta.url));
  const ask = async () => {
    const script = `stty -a >before; ${process.execPath} ${question}; echo "ended with $?"; stty -a >after; echo all-done; read wait`;
    const pty = startPty({ command: "/bin/sh", args: ["-c", script], cwd: folder, env: env() });
    await pty.shows("asked");
    return pty;
  };

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGQUIT", 131],
    ["SIGABRT", 134],
  ] as const)("after %s", async (signal, code) => {
    const pty = await ask();
    process.kill(pidOf(pty), signal);
    await pty.shows("all-done");
    expect(pty.text()).toContain(`ended with ${code}`);
    expect(readFileSync(join(folder, "after"), "utf8")).toBe(readFileSync(join(folder, "before"), "utf8"));
  });

  test.each([
    ["u", "an exception that nobody caught", 1],
    ["e", "process.exit", 3],
    ["q", "an answer", 0],
  ] as const)("after %s: %s", async (key, _, code) => {
    const pty = await ask();
    pty.type(key);
    await pty.shows("all-done");
    expect(pty.text()).toContain(`ended with ${code}`);
    expect(readFileSync(join(folder, "after"), "utf8")).toBe(readFileSync(join(folder, "before"), "utf8"));
  });
});

describe("Ctrl-Z", () => {
  test("stops it as the shell expects, with the terminal given back; fg draws it again", async () => {
    const pty = startPty({
      command: "/bin/bash",
      args: ["--norc", "--noprofile", "-i"],
      cwd: folder,
      env: env(),
    });
    await pty.shows("prompt$");
    pty.type(`${program}\r`);
    await pty.shows("begun");
    pty.press("ctrl+z");
    await pty.shows(/Stopped[\s\S]*prompt\$/);
    expect(modesLeftOn(pty.raw()).filter((mode) => mode !== "2004")).toEqual([]); // bash marks pastes itself
    pty.type("echo in-the-shell; stty -a | grep -c ' echo '\r");
    await pty.shows(/in-the-shell\s+1/);
    pty.type("fg\r");
    await pty.shows("returned");
    pty.type("k");
    await pty.shows("key k");
    pty.type("q");
    await pty.shows("in-the-shell"); // the ordinary screen is back
    pty.type("exit\r");
    expect((await pty.exited).code).toBe(0);
  });

  test("where nobody could continue it, it goes on by itself", async () => {
    const pty = startAlone();
    await pty.shows("begun");
    pty.press("ctrl+z");
    await pty.shows("returned");
    pty.type("q");
    expect((await pty.exited).code).toBe(0);
  });

  test("after a stop from outside, SIGCONT takes the terminal again", async () => {
    const pty = await start();
    const pid = pidOf(pty);
    process.kill(pid, "SIGSTOP");
    const before = pty.raw().length;
    process.kill(pid, "SIGCONT");
    await until(() => pty.raw().slice(before).includes("\x1b[?1049h"), {
      what: "the screen to be taken again",
    });
    await pty.shows("begun");
    pty.type("q");
    await expectAsBefore(pty, 0);
  });
});

test("another program has the whole terminal, and the screen comes back", async () => {
  const pty = await start();
  pty.type("o");
  await pty.shows("OUTSIDE");
  expect(modesLeftOn(pty.raw())).toEqual([]);
  pty.type("a line\r");
  await pty.shows("returned");
  expect(pty.raw().split("a line")).toHaveLength(3); // echoed by the terminal, and answered
  pty.type("q");
  await expectAsBefore(pty, 0);
});

test("Ctrl-C is meant for the program that has the terminal", async () => {
  const pty = startAlone();
  await pty.shows("begun");
  pty.type("o");
  await pty.shows("OUTSIDE");
  pty.press("ctrl+c");
  await pty.shows("returned");
  pty.type("q");
  expect((await pty.exited).code).toBe(0);
});

test("what a terminal sends: keys, Alt, Esc alone, Kitty's keys, pastes in pieces, the wheel", async () => {
  const pty = await start();
  const sends = async (bytes: string, shown: string) => {
    pty.type(bytes);
    await pty.shows(shown);
  };
  await sends("\x1b", "key escape");
  await sends("\x1ba", "key alt+a");
  await sends("\x1b[27u", "key escape");
  await sends("\x1b[13;2u", "key shift+enter");
  await sends("🚀", "key 🚀");
  await sends("\x1b[<65;3;3M", "wheel 3");
  pty.type("\x1b[200~one ");
  await new Promise((resolve) => setTimeout(resolve, 100));
  await sends("two\x1b[20", "wheel 3");
  await sends("1~", "pasted one two");
  pty.type("q");
  await expectAsBefore(pty, 0);
});

test("a resize fills the new screen to its last column, and nothing of the old one is left", async () => {
  const pty = await start();
  const isFull = (columns: number, rows: number) => {
    const lines = pty.screen();
    return (
      lines.length === rows &&
      lines.filter((line) => line.includes("=")).length === 1 &&
      lines.at(-1) === `${"=".repeat(columns - 1)}#`
    );
  };
  for (const [columns, rows] of [
    [120, 40],
    [40, 10],
    [200, 50],
    [80, 24],
  ] as const) {
    pty.resize(columns, rows);
    await until(() => isFull(columns, rows), { what: `a full screen of ${columns} × ${rows}` });
    expect(pty.text()).toContain("resized");
  }
  pty.type("q");
  await pty.shows("all-done");
});
