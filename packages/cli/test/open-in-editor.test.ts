import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endPtys, hashTree, makeScratch, type PtyProgram, type Scratch, startPty, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fillHome, reprise } from "./recorded-home.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-editor");
  fillHome(scratch);
  mkdirSync(temporary());
  const editor = join(scratch.root, "editor");
  // Ends on Enter, and with the terminal.
  writeFileSync(editor, '#!/bin/sh\ntrap "" TERM\necho "EDITOR has $(head -n 1 "$1")"\nread line || exit 0\n');
  chmodSync(editor, 0o700);
});
afterEach(async () => {
  await endPtys();
  await scratch.remove();
});

const temporary = () => join(scratch.root, "tmp");
const open = (): PtyProgram => {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: scratch.home,
    TMPDIR: temporary(),
    VISUAL: join(scratch.root, "editor"),
  };
  return startPty({ command: reprise, args: ["--all"], cwd: scratch.workspace, columns: 100, rows: 30, env });
};
const copies = () => readdirSync(temporary()).filter((name) => name.startsWith("reprise-edit-"));

describe("e in the list", () => {
  test("opens a copy as Markdown, and comes back; nothing is left, and no file of an agent changes", async () => {
    const before = await hashTree(join(scratch.home, ".codex"));
    const pty = open();
    await pty.shows("Showing 1–2 of 2");
    pty.type("e");
    await pty.shows("EDITOR has # ");
    expect(copies()).toHaveLength(1);
    pty.press("enter");
    await pty.shows("Showing 1–2 of 2");
    expect(copies()).toEqual([]);
    expect(await hashTree(join(scratch.home, ".codex"))).toEqual(before);
  });

  test.each(["SIGTERM", "SIGHUP"])("%s while the editor is open leaves no copy", async (signal) => {
    const pty = open();
    await pty.shows("Showing 1–2 of 2");
    pty.type("e");
    await pty.shows("EDITOR has # ");
    const [copy = ""] = copies();
    expect(existsSync(join(temporary(), copy, "session.md"))).toBe(true);
    process.kill(pty.pid, signal as NodeJS.Signals);
    await until(() => copies().length === 0, { what: "the end of the copy" });
  });
});
