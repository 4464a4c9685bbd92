import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PtyProgram, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAlive, LiveStage, type NamedRun } from "./live-stage.ts";

/** Nobody else on this machine sleeps for just so long. */
const sleeping = `sleep ${40_000 + (process.pid % 10_000)}`;
const building = `${sleeping}; echo built`;
const patch = "*** Begin Patch\n*** Update File: notes.txt\n@@\n-one\n+ONE\n*** End Patch";

let stage: LiveStage;
let folder: string;
let child = 0;
beforeEach(async () => {
  stage = await LiveStage.open("app-crash");
  folder = stage.folder("work");
  writeFileSync(join(folder, "notes.txt"), "one\ntwo\n");
  git("init", "-q");
  commit("first");
});
afterEach(async () => {
  if (child !== 0 && isAlive(child)) process.kill(child, "SIGKILL");
  child = 0;
  await stage.close();
});

function git(...args: readonly string[]): string {
  return execFileSync("git", [...args], { cwd: folder, encoding: "utf8" }).trim();
}

function commit(message: string): string {
  git("add", ".");
  git("-c", "user.name=me", "-c", "user.email=me@example.org", "commit", "-qm", message);
  return git("rev-parse", "HEAD");
}

function pidOf(command: string): number | null {
  try {
    return Number(execFileSync("pgrep", ["-fx", command], { encoding: "utf8" }).trim().split("\n")[0]);
  } catch {
    return null; // none
  }
}

/** A run without a sandbox, which would take its commands with it. */
function started(prompt: string): void {
  stage.start(folder, "run", prompt, "--sandbox", "danger-full-access", "--approval", "never");
}

/** The screen of this project, once it shows so much. */
async function afterCrash(counts: string): Promise<PtyProgram> {
  const pty = stage.openApp(folder, { args: [], columns: 120, rows: 50 });
  await pty.shows("Showing");
  pty.type("r");
  await pty.shows(counts);
  return pty;
}

/** What is said of one session, in one line. */
function blockOf(pty: PtyProgram, title: string): string {
  const lines = pty.text().split("\n");
  const start = lines.findIndex((line) => / · codex · [-\d: ]* · /.test(line) && line.trimEnd().endsWith(title));
  const length = lines.slice(start).findIndex((line) => line.trim() === "");
  return lines
    .slice(start, start + length)
    .join(" ")
    .replaceAll(/\s+/g, " ");
}

test("after two killed runs: what each was doing, half-ran, still runs and has changed is true; resume all starts none that asks something", async () => {
  stage.model.push([{ call: { name: "exec_command", arguments: { cmd: building } } }]);
  started("build it");
  child = await until(() => pidOf(sleeping), { what: "the command" });
  const first = await stage.runIn(folder);
  stage.model.push(
    [{ custom: { name: "apply_patch", input: patch } }],
    [{ partial: "I have changed it, and now ch" }, { hang: true }],
  );
  started("edit it");
  await until(() => readFileSync(join(folder, "notes.txt"), "utf8") === "ONE\ntwo\n", { what: "the edit" });
  const second = await stage.runIn(folder, ({ run, isPersisted }) => isPersisted && run !== first.run);
  await until(() => journalOf(second).includes("I have changed it"), { what: "half a reply" });

  const live = await afterCrash("2 live");
  expect(blockOf(live, "build it")).toContain(`doing: $ ${building}`);
  for (const title of ["build it", "edit it"])
    expect(blockOf(live, title)).not.toMatch(/partly run|still running|changes since/);
  live.kill("SIGKILL");
  await live.exited;

  const recorded = git("rev-parse", "HEAD");
  await stage.kill(first);
  await stage.kill(second);
  expect(isAlive(child)).toBe(true);
  writeFileSync(join(folder, "notes.txt"), "uno\ntwo\n");
  const now = commit("since");

  const pty = await afterCrash("2 interrupted");
  const head = `changes since: git head: ${recorded} → ${now}`;
  const built = blockOf(pty, "build it");
  expect(built).toContain(`interrupted · codex`);
  expect(built).toContain(
    `unfinished work: command ${building}: outcome unknown: may have partly run (no exit recorded, the session left running: sleep (process ${child}))`,
  );
  expect(built).toContain(`still running (not touched): sleep (process ${child})`);
  expect(built).toMatch(new RegExp(`${head}$`));
  const edited = blockOf(pty, "edit it");
  expect(edited).toContain("stopped while writing");
  expect(edited).not.toMatch(/partly run|still running/);
  expect(edited).toContain(head);
  expect(edited).toMatch(/notes\.txt: edited by the session → changed since$/);
  expect(isAlive(child)).toBe(true); // left alone

  process.kill(child, "SIGKILL");
  await until(() => !isAlive(child), { what: "the end of the command" });
  pty.type("r");
  await pty.shows("not running now");
  expect(blockOf(pty, "build it")).not.toContain("still running");

  const asked = stage.asked().length;
  pty.type("U");
  await pty.shows("They need an answer: resume them one by one");
  pty.press("enter");
  await pty.shows("None of them can resume without a question");
  expect(stage.asked()).toHaveLength(asked); // changes and recaps were not agreed to
});

function journalOf({ journal }: NamedRun): string {
  return readFileSync(journal, "utf8");
}
