import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import type { SessionSummary } from "@reprise/model";
import { endPtys, type PtyProgram, sampleOf, startPty, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { choose, expectGivenBack, goBack, restoreChosen } from "./app-stage.ts";
import { DemoStage, reprise } from "./demo-stage.ts";
import { isAlive } from "./live-stage.ts";
import { modesLeftOn } from "./modes-left-on.ts";

let stage: DemoStage;
beforeEach(async () => {
  stage = await DemoStage.open("app-demo");
});
afterEach(async () => {
  await endPtys();
  await stage.close();
});

/** The screen has what was waited for, and says in its first line that it is the demo's. */
async function showsAsDemo(pty: PtyProgram, wanted: string | RegExp): Promise<void> {
  await pty.shows(wanted);
  expect(pty.screen()[0], pty.text()).toContain("DEMO");
}

test("the demo: list, view, search, restore, approve, a death and its restore, finish; DEMO on every screen", async () => {
  const pty = stage.openInShell("demo");
  await showsAsDemo(pty, "interrupted");
  await showsAsDemo(pty, "R continues “Measure how long the checks take, ten times.”");
  await showsAsDemo(pty, "1 of 4: this session was cut off. Press R.");
  pty.type("R");
  await showsAsDemo(pty, "2 of 4: the plan");
  pty.press("escape");
  await showsAsDemo(pty, "1 of 4:");
  pty.type("h");
  await showsAsDemo(pty, "Help · Sessions");
  pty.press("escape");
  await showsAsDemo(pty, "Measure how long the checks take");
  pty.press("enter");
  await showsAsDemo(pty, /turn 1 of 1/);
  pty.type("/median\r");
  await showsAsDemo(pty, "“median” 1 of 1 item");
  await choose(pty, "Restore");
  await showsAsDemo(pty, "nothing until you write a message");
  pty.press("enter");
  await showsAsDemo(pty, "Checking server connection… Done");
  await showsAsDemo(pty, "3 of 4: write: make the checks pass.");
  pty.type("make the checks pass\r");
  await showsAsDemo(pty, "asks to run a command");
  await pty.ready("Enter  answer");
  pty.type("y");
  await showsAsDemo(pty, "The cart is right.");
  await pty.shows("ready ·");
  await showsAsDemo(pty, "4 of 4: it continued where it was cut off.");
  pty.type("\x1bOR"); // F3
  await pty.until(() => !pty.text().includes("4 of 4"), "the steps to be hidden");
  const project = join(stage.folder, "cart");
  expect(readFileSync(join(project, "CHECKED.md"), "utf8")).toBe("- all checks pass\n");

  pty.type("again, please\r");
  await pty.shows(/again, please[\s\S]*check 1 of 6/);
  pty.press("escape");
  await showsAsDemo(pty, "Turn interrupted.");
  await pty.shows("ready ·");

  pty.type("crash, please\r");
  await showsAsDemo(pty, "closed ·");
  pty.press("enter");
  await showsAsDemo(pty, "nothing until you write a message");
  await pty.shows("node test.mjs");
  pty.press("enter");
  await showsAsDemo(pty, "Checking server connection… Done");
  pty.type("write the changelog\r");
  await showsAsDemo(pty, "CHANGELOG.md has one line");
  await pty.shows("ready ·");
  await goBack(pty);
  await showsAsDemo(pty, /turn \d of \d/);
  pty.type("q");
  await showsAsDemo(pty, "This project");
  pty.type("q");
  await stage.expectAsBefore(pty, 0);
  expect(modesLeftOn(pty.raw())).toEqual([]);
  await stage.expectNothingLeft();
  expect(readdirSync(stage.scratch.home)).toEqual([]);
});

test("Ctrl-C, pressed again and again after the screen was left, leaves nothing either", async () => {
  const pty = stage.open("demo");
  await pty.shows("interrupted");
  pty.type("q");
  await until(() => pty.raw().includes("\x1b[?1049l"), { what: "the terminal to be given back", everyMs: 1 });
  // One after another: signals that wait together are one.
  const pressing = setInterval(() => pty.press("ctrl+c"), 2);
  await pty.exited;
  clearInterval(pressing);
  await stage.expectNothingLeft();
});

test("a second signal, which ends the demo at once, leaves nothing either", async () => {
  const child = spawn(reprise, ["demo", "--plain"], { env: stage.env, stdio: "ignore" });
  const ended = once(child, "exit");
  await until(() => readdirSync(stage.temporary).length > 0, { what: "the demo's folder", everyMs: 1 });
  const signalling = setInterval(() => child.kill("SIGTERM"), 20);
  expect(await ended).toEqual([null, "SIGTERM"]);
  clearInterval(signalling);
  await stage.expectNothingLeft();
});

test.each(sampleOf(["a closed terminal", "SIGTERM"] as const, 1))(
  "%s in the middle of a turn leaves nothing",
  async (how) => {
    const pty = stage.open("demo");
    await pty.shows("Measure how long the checks take");
    await restoreChosen(pty);
    pty.type("make the checks pass\r");
    await pty.shows("check 1 of 6");
    expect(stage.processes().length).toBeGreaterThan(1); // the agent, and its command
    if (how === "SIGTERM") {
      pty.kill(how);
      await expectGivenBack(pty, 0, constants.signals.SIGTERM);
    } else {
      pty.hangUp();
      await until(() => !isAlive(pty.pid), { what: "the end of the demo" });
    }
    await stage.expectNothingLeft();
  },
);

test("without any session the first screen says what it is for and offers the demo, which leads back to it", async () => {
  const pty = stage.openInShell("");
  await pty.shows("No sessions yet.");
  await pty.shows("d shows a demo with sample sessions.");
  expect(pty.text()).not.toContain("DEMO");
  await pty.shows(join(stage.scratch.home, ".codex"));
  pty.type("d");
  await showsAsDemo(pty, "Measure how long the checks take");
  pty.press("enter");
  await showsAsDemo(pty, /turn 1 of 1/);
  pty.type("qq");
  await pty.shows("No sessions yet.");
  await stage.expectNothingLeft();
  pty.type("q");
  await stage.expectAsBefore(pty, 0);
  expect(modesLeftOn(pty.raw())).toEqual([]);
});

test("a second Reprise sees the session of the demo's agent as live, by its lock, and does not take it", async () => {
  const pty = stage.openInShell("demo");
  await pty.shows("Measure how long the checks take");
  await restoreChosen(pty);
  pty.type("make the checks pass\r");
  await pty.shows("asks to run a command");

  const [home, cwd] = [join(stage.folder, "home"), join(stage.folder, "cart")];
  const other = join(stage.scratch.root, "other");
  const env = {
    PATH: stage.env.PATH ?? "",
    HOME: home,
    REPRISE_STATE: other,
    REPRISE_CACHE: `${other}-cache`,
  };
  const listed = spawnSync(reprise, ["list", "--json"], { cwd, env, encoding: "utf8" });
  const { sessions } = JSON.parse(listed.stdout) as { sessions: SessionSummary[] };
  const [held] = sessions.filter(({ title }) => title.startsWith("Measure how long"));
  expect(held).toMatchObject({ state: "working", owner: { pid: expect.any(Number) } });
  expect(stage.processes()).toContain(held?.owner?.pid);

  const second = startPty({ command: reprise, args: [], cwd, env, columns: 100, rows: 30 });
  await second.shows(/codex +working/);
  await choose(second, "Restore");
  await second.shows("Restore: open in Reprise");
  second.type("q");
  expect((await second.exited).code).toBe(0);

  pty.press("ctrl+c");
  await pty.shows("Ctrl-C again quits.");
  pty.press("ctrl+c");
  await stage.expectAsBefore(pty, 0);
  await stage.expectNothingLeft();
});
