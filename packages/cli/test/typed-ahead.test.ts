import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleScript, endPtys, type PtyProgram, programEnv, startPty, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";

/** In a real shell: what is typed for the app never becomes a command of the shell, and what is typed later does. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-ahead-"));
});
afterEach(async () => {
  await endPtys();
  rmSync(folder, { recursive: true });
});

const tiny = bundleScript(new URL("./tiny-app.ts", import.meta.url));
const leak = "echo leaked-$((6*7))\r";
const wheel = "\x1b[<65;5;5M";

async function inShell(beforeAnswer: () => string = () => ""): Promise<PtyProgram> {
  const env = { ...programEnv, HOME: folder, PS1: "prompt$ " };
  const args = ["--norc", "--noprofile", "-i"];
  const pty = startPty({ command: "/bin/bash", args, cwd: folder, env, beforeAnswer });
  await pty.shows("prompt$");
  pty.type(`${process.execPath} ${tiny}; echo ended-$?\r`);
  await pty.shows("begun");
  return pty;
}

/** Unread by the app when this resolves. */
async function typedWhileBusy(pty: PtyProgram, key: string, text: string): Promise<void> {
  pty.type(key);
  await until(() => existsSync(join(folder, "busy")), { what: "the app to be busy" });
  pty.type(text);
}

const goOn = () => writeFileSync(join(folder, "go"), "");

async function expectNothingLeaked(pty: PtyProgram): Promise<void> {
  await pty.shows(/ended-\d+/);
  pty.type("echo later-$((1+1))\r");
  await pty.shows("later-2");
  const after =
    pty
      .text()
      .split(/ended-\d+\s/)
      .at(-1) ?? "";
  expect(
    after
      .trim()
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual(["prompt$ echo later-$((1+1))", "later-2", "prompt$"]);
}

test("keys read together with the one that quits", async () => {
  const pty = await inShell();
  pty.type(`q${leak}`);
  await expectNothingLeaked(pty);
});

test("keys that had arrived when it quit", async () => {
  const pty = await inShell();
  await typedWhileBusy(pty, "w", leak);
  goOn();
  await expectNothingLeaked(pty);
});

test("keys that had arrived when SIGTERM ended it", async () => {
  const pty = await inShell();
  const pid = Number(/pid (\d+)/.exec(pty.text())?.[1]);
  await typedWhileBusy(pty, "b", leak);
  process.kill(pid, "SIGTERM");
  goOn();
  await expectNothingLeaked(pty);
});

test("turns of the wheel that were on their way: the terminal sends them before it answers", async () => {
  let isLeaving = false;
  const pty = await inShell(() => (isLeaving ? wheel.repeat(20) : ""));
  isLeaving = true;
  pty.type(`${wheel}q`);
  await expectNothingLeaked(pty);
});

test("keys read together with the one that opens another program do nothing here afterwards", async () => {
  const pty = await inShell();
  pty.type("oq");
  await pty.shows("OUTSIDE");
  pty.type("a line\r");
  await pty.shows("returned");
  pty.type("k");
  await pty.shows("key k");
  pty.type("q");
  await pty.shows(/ended-0/);
});
