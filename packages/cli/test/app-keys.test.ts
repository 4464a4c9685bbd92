import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  endPtys,
  hashTree,
  makeScratch,
  type PtyProgram,
  programEnv,
  type Scratch,
  startPty,
  until,
} from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { click } from "./mouse.ts";
import { fillHome, reprise } from "./recorded-home.ts";
import { endWalks, walk } from "./support/walk.ts";

/** The built program, with keys and with the mouse. */

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-keys");
  fillHome(scratch);
});
afterEach(async () => {
  await endPtys();
  await endWalks();
  await scratch.remove();
});

const env = (more: Record<string, string> = {}) => ({
  ...programEnv,
  HOME: scratch.home,
  PS1: "prompt$ ",
  ...more,
});
const open = (columns = 80, rows = 24, more: Record<string, string> = {}): PtyProgram =>
  startPty({ command: reprise, args: ["--all"], cwd: scratch.workspace, columns, rows, env: env(more) });

describe("by mouse alone, at", () => {
  test.each([
    [80, 24],
    [120, 40],
    [160, 48],
  ])("%i×%i: list, viewer, plan, help, and back", async (columns, rows) => {
    const pty = walk({ cwd: scratch.workspace, columns, rows, env: env() });
    await pty.shows(/1 interrupted \(r\)/); // above the rows, which no longer move
    await click(pty, "question one");
    await click(pty, "question one");
    await pty.shows(/turn \d+ of \d+/);
    await click(pty, " Restore ");
    await pty.shows(/^ Resume {2}Not possible/m); // the plan is made: what is below it no longer moves
    await click(pty, /\? {2}(?:help|more)/);
    await pty.shows("Help · Plan");
    await click(pty, "q  close");
    await pty.shows(/Resume: question one/);
    await click(pty, "q  back");
    await pty.shows(/turn \d+ of \d+/);
    await click(pty, "q  back");
    await pty.shows("All sessions");
    pty.type("q");
    expect((await pty.exited).code).toBe(0);
  });

  test("30×8: the footer's keys still work", async () => {
    const pty = walk({ cwd: scratch.workspace, columns: 30, rows: 8, env: env() });
    await pty.shows("question one");
    pty.press("enter");
    await click(pty, "q  back");
    await pty.shows("question one");
    pty.type("q");
    expect((await pty.exited).code).toBe(0);
  });
});

test("e opens a private copy as Markdown in the editor; the agent's files stay as they are", async () => {
  const editor = join(scratch.root, "an editor");
  const seen = join(scratch.root, "seen");
  writeFileSync(
    editor,
    `#!/bin/sh\nstat -c %a "$1" >"${seen}"; cat "$1" >>"${seen}"; echo changed >"$1"; echo "$1" >"${seen}.path"\n`,
  );
  chmodSync(editor, 0o700);
  const before = await hashTree(join(scratch.home, ".codex"));
  const pty = open(80, 24, { EDITOR: `'${editor}'` });
  await pty.shows("question one");
  pty.press("enter");
  await pty.shows(/turn \d+ of \d+/);
  pty.type("e");
  await until(() => existsSync(`${seen}.path`), { what: "the editor" });
  await pty.shows(/turn \d+ of \d+/);
  expect(readFileSync(seen, "utf8")).toMatch(/^600\n# [\s\S]*\n## Turn 1/);
  const path = readFileSync(`${seen}.path`, "utf8").trim();
  pty.type("q");
  await pty.shows("All sessions");
  expect([existsSync(path), existsSync(dirname(path))]).toEqual([false, false]);
  expect(await hashTree(join(scratch.home, ".codex"))).toEqual(before);
});

describe("the mouse in the settings", () => {
  const settings = (text: string) => {
    const folder = join(scratch.home, ".config", "reprise");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.toml"), text);
  };
  const mouseOn = "\x1b[?1000h";

  test("is the terminal's from the start, until F2", async () => {
    settings("[app]\nmouse = false\n");
    const pty = open();
    await pty.shows("question one");
    expect(pty.raw()).not.toContain(mouseOn);
    pty.type("\x1bOQ");
    await pty.shows("The mouse works in Reprise again.");
    expect(pty.raw()).toContain(mouseOn);
    pty.type("\x1b[12~");
    await pty.shows("The mouse is the terminal's");
    pty.type("q");
    expect((await pty.exited).code).toBe(0);
  });

  test("that cannot be used are told after the app, which opens all the same", async () => {
    settings('[app]\nmouse = "no"\n');
    const pty = open(160);
    await pty.shows("question one");
    pty.type("q");
    await pty.shows(/warning: \S+config\.toml, line 2: mouse is true or false, not "no"\./);
    expect((await pty.exited).code).toBe(0);
  });
});

test("what is typed after q in the same moment is no command of the shell", async () => {
  const args = ["--norc", "--noprofile", "-i"];
  const pty = startPty({ command: "/bin/bash", args, cwd: scratch.workspace, env: env() });
  await pty.shows("prompt$");
  pty.type(`'${reprise}' --all; echo ended-$?\r`);
  await pty.shows("question one");
  pty.type("\x1b[<65;5;5Mqecho leaked-$((6*7))\r");
  await pty.shows(/ended-0/);
  pty.type("echo later-$((1+1))\r");
  await pty.shows("later-2");
  expect(pty.text()).not.toContain("leaked");
});

test.each([0, 120])("what is typed %i ms after the command, while it starts, is for the app", async (ms) => {
  const args = ["--norc", "--noprofile", "-i"];
  const pty = startPty({ command: "/bin/bash", args, cwd: scratch.workspace, env: env() });
  await pty.shows("prompt$");
  pty.type(`'${reprise}' --all; echo ended-$?\r`);
  await sleep(ms);
  pty.type("j");
  await pty.shows("› run the long job");
  pty.type("q");
  await pty.shows("ended-0");
  pty.type(`clear; '${reprise}' --all; echo again-$((6*7))\r`);
  await sleep(ms);
  pty.type("q");
  await pty.shows(/again-42\s+prompt\$ *$/m);
});
