import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endPtys, makeScratch, type PtyProgram, type Scratch, startPty, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { modesLeftOn } from "./modes-left-on.ts";
import { fillHome, reprise } from "./recorded-home.ts";

/** A real `kill -9` of the app, on a real terminal whose shell restores nothing by itself. */

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-killed");
  fillHome(scratch);
});
afterEach(async () => {
  await endPtys();
  await scratch.remove();
});

const marks = () => join(scratch.home, ".local", "state", "reprise", "terminals");
const marksLeft = () => (existsSync(marks()) ? readdirSync(marks()) : []);

/** `sh` kills the app when the test says so, then runs the commands. */
async function killed(...after: readonly string[]): Promise<PtyProgram> {
  const kill = "until [ -e now ]; do sleep 0.05; done; kill -9 $(cat pid)";
  const app = `sh -c 'echo $$ >pid; exec ${reprise} --all'`;
  const script = `stty -a >before; (${kill}) & ${app}; echo "ended with $?"; ${after.join("; ")}; read wait`;
  const pty = startPty({
    command: "/bin/sh",
    args: ["-c", script],
    cwd: scratch.root,
    env: { PATH: process.env.PATH ?? "", HOME: scratch.home, TERM: "xterm-256color" },
  });
  await pty.shows("interrupted");
  expect(marksLeft()).toHaveLength(1);
  writeFileSync(join(scratch.root, "now"), "");
  return pty;
}

describe("after kill -9", () => {
  test("the next start resets the terminal, whatever the command, and once", async () => {
    const pty = await killed(
      `${reprise} list --all`,
      "until stty -a | grep -q ' icanon'; do sleep 0.05; done", // set once the program is gone
      "stty -a >after",
      "echo all-done",
    );
    await pty.shows("all-done");
    expect(modesLeftOn(pty.raw())).toEqual([]);
    const settings = (name: string) => readFileSync(join(scratch.root, name), "utf8");
    expect(settings("after")).toMatch(/ icanon /);
    expect(settings("after").replace(/\s+/g, " ")).toBe(settings("before").replace(/\s+/g, " "));
    expect(pty.text()).toContain("Showing 1–2 of 2");
    expect(marksLeft()).toEqual([]);
  });

  test("the app itself starts as always, and leaves the terminal as it was", async () => {
    const pty = await killed(`${reprise} --all`, "echo all-done");
    await until(() => pty.raw().split("\u001b[?1049h").length === 3, { what: "the app again" });
    await pty.shows("interrupted");
    pty.type("q");
    await pty.shows("all-done");
    expect(modesLeftOn(pty.raw())).toEqual([]);
    expect(marksLeft()).toEqual([]);
  });

  test("another terminal is left alone, also one that got its name", async () => {
    const pty = await killed("echo shell-again");
    await pty.shows(/ended with \d+/);
    const [mark = ""] = marksLeft();
    const other = startPty({
      command: "/bin/sh",
      args: ["-c", `${reprise} list --all; echo listed; read wait`],
      cwd: scratch.root,
      env: { PATH: process.env.PATH ?? "", HOME: scratch.home },
    });
    await other.shows("listed");
    expect(other.raw()).not.toContain("\u001b[?1049l");
    expect(marksLeft()).toEqual([mark]);
  });

  test("an app that still runs is not reset by what runs beside it", async () => {
    const beside = `(until [ -e up ]; do sleep 0.05; done; ${reprise} list --all; echo >listed) &`;
    const pty = startPty({
      command: "/bin/sh",
      args: ["-c", `${beside} ${reprise} --all`],
      cwd: scratch.root,
      env: { PATH: process.env.PATH ?? "", HOME: scratch.home },
    });
    await pty.shows("interrupted");
    writeFileSync(join(scratch.root, "up"), "");
    await until(() => existsSync(join(scratch.root, "listed")), { what: "the list beside it" });
    expect(pty.raw()).not.toContain("\u001b[?1049l");
    expect(marksLeft()).toHaveLength(1);
  });
});
