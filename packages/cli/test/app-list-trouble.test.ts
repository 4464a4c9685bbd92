import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endPtys, makeScratch, type PtyProgram, programEnv, type Scratch, startPty, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { reprise } from "./recorded-home.ts";

/** The list of the built program while files, the catalog or the disk go away under it, and beside another app. */

let scratch: Scratch;
let files: readonly string[];
beforeEach(async () => {
  scratch = await makeScratch("reprise-app-trouble");
  files = Array.from({ length: 70 }, (_, index) => write(index + 1, `Question ${index + 1} about the shop`));
});
afterEach(async () => {
  await endPtys();
  await scratch.remove();
});

/** A session of Codex as it wrote them in 2025; number 1 is the newest, and the smallest of all. */
function write(number: number, prompt: string): string {
  const at = new Date(Date.UTC(2025, 6, 20, 10) - number * 3_600_000).toISOString();
  const id = `7d1f1c52-36a5-4c89-9b3e-${String(number).padStart(12, "0")}`;
  const say = (role: "user" | "assistant", text: string) => ({
    type: "message",
    role,
    content: [{ type: role === "user" ? "input_text" : "output_text", text }],
  });
  const answer = say("assistant", `${"-".repeat(10 * number)}\n\nAnswer ${number}.`);
  const rows = [{ id, timestamp: at, instructions: null }, say("user", prompt), answer];
  const day = join(scratch.home, ".codex", "sessions", "2025", "07", at.slice(8, 10));
  mkdirSync(day, { recursive: true });
  const path = join(day, `rollout-${at.slice(0, 19).replaceAll(":", "-")}-${id}.jsonl`);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
}

function open(columns: number, rows: number, before = "true"): PtyProgram {
  const env = { ...programEnv, HOME: scratch.home, LANG: "C.UTF-8" };
  const args = ["-c", `${before}; exec "$0" --all`, reprise];
  return startPty({ command: "bash", args, cwd: scratch.workspace, env, columns, rows });
}

describe("the list", () => {
  test("keeps the selected session through Ctrl-R, sorting and back, far down", async () => {
    const pty = open(80, 24);
    await pty.shows("› Question 1 ");
    pty.type("G");
    await pty.shows("› Question 70 ");
    pty.type("kk\x12");
    await pty.shows("› Question 68 ");
    pty.type("z");
    await pty.shows("by size");
    await pty.shows("› Question 68 ");
    pty.type("zz");
    await until(() => !pty.text().includes("by "), { what: "the usual order" });
    await pty.shows("› Question 68 ");
    expect(pty.text()).not.toContain("› Question 1 ");
  });

  test("goes on where the selected file, the catalog and then the whole home are deleted", async () => {
    const pty = open(120, 30);
    await pty.shows("Answer 1.");
    pty.type("jj");
    await pty.shows("Answer 3.");
    rmSync(files[2] as string);
    await pty.shows("› Question 4 ");
    await pty.shows("Answer 4.");
    rmSync(join(scratch.home, ".cache"), { recursive: true });
    write(0, "A new question");
    await pty.shows("A new question");
    pty.type("\x12");
    await pty.shows("› Question 4 ");
    pty.type("/Answer 7.");
    await pty.shows("reply: ");
    pty.press("escape");
    rmSync(join(scratch.home, ".codex"), { recursive: true });
    await pty.shows("No sessions yet.");
  });

  test("is read where nothing can be written; a name that is not saved says so, and what was typed stays", async () => {
    const pty = open(120, 24, "ulimit -f 0");
    await pty.shows("› Question 1 ");
    pty.type("t");
    await pty.shows("Tidy up");
    pty.type("\rmy name\r");
    await pty.shows("Nothing was changed: ");
    pty.press("left");
    await pty.shows("Name: my name");
  });

  test("shows the names that two apps give at once, and an undo in one leaves the name of the other", async () => {
    const [one, other] = [open(100, 24), open(100, 24)];
    await Promise.all([one, other].map((pty) => pty.shows("› Question 1 ")));
    other.type("j");
    for (const pty of [one, other]) pty.type("t");
    await Promise.all([one, other].map((pty) => pty.shows("Tidy up")));
    one.type("\rfirst\r");
    other.type("\rsecond\r");
    for (const pty of [one, other]) {
      await pty.shows("first · Question 1 ");
      await pty.shows("second · Question 2 ");
    }
    one.type("jt");
    await one.shows("Tidy up");
    one.type("\r, renamed\r");
    await other.shows("second, renamed · Question 2 ");
    other.type("u");
    await other.shows("It was changed since: nothing was undone.");
    expect(other.text()).toContain("second, renamed · Question 2 ");
  });
});
