import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch, programEnv, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { expectGivenBack } from "./app-stage.ts";
import { fillHome } from "./recorded-home.ts";
import { endWalks, type Walk, walk } from "./support/walk.ts";

/** The keys people have in their fingers, on each screen of the app, at each size. */

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-usual-keys");
  fillHome(scratch);
});
afterEach(async () => {
  await endWalks();
  await scratch.remove();
});

/** A program that notes each start in this file, and ends. */
function program(name: string): { readonly path: string; readonly count: () => number } {
  const [path, notes] = [join(scratch.root, name), join(scratch.root, `${name}.notes`)];
  const script = `#!/bin/sh\n[ "$1" = --version ] && { echo "codex-cli 0.166.0"; exit; }\necho "$@" >>'${notes}'\n`;
  writeFileSync(path, script, { mode: 0o755 });
  return {
    path,
    count: () => (existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n").length : 0),
  };
}

describe.each([
  [80, 24],
  [120, 40],
  [160, 48],
  [30, 8],
])("at %i×%i", (columns, rows) => {
  const list = /^› question one/m;
  const other = /^› run the lo/m;
  const viewer = /^▌ *answer two/m;
  const status = /^Interrupted and ru/m;

  async function opened(more: Readonly<Record<string, string>> = {}): Promise<Walk> {
    const env = { ...programEnv, HOME: scratch.home, TZ: "UTC", ...more };
    const pty = walk({ cwd: scratch.workspace, columns, rows, env });
    await pty.shows(list);
    if (rows > 8) await pty.shows("1 interrupted");
    return pty;
  }

  test("moves, search, help and q mean the same; no number of Escs quits", async () => {
    const pty = await opened();
    const leads = async (keys: string, to: RegExp) => {
      pty.type(keys);
      await pty.shows(to, `${to} after ${JSON.stringify(keys)}`);
    };
    for (const [down, up] of [
      ["j", "k"],
      ["G", "g"],
      ["\x0e", "\x10"],
      ["\x04", "\x15"],
    ] as const) {
      await leads(down, other);
      await leads(up, list);
    }
    for (let press = 0; press < 8; press += 1) {
      await leads("\x1b", /q quits\./);
      await leads("k", /^(?![\s\S]*q quits\.)/);
    }
    await leads("j", other);
    await leads("k", list);
    for (const [key, screen] of [
      ["\r", viewer],
      ["r", status],
      ["P", /There are no projects/],
      ["?", /^Help · Sessions/m],
    ] as const) {
      await leads(key, screen);
      if (key !== "?") {
        await leads("?", /^Help · /m);
        await leads("q", screen);
      }
      await leads("q", list);
      await leads(key, screen);
      await leads("\x1b", list);
    }
    await leads("\r", viewer);
    await leads("g", /^▌ ── turn 1/m);
    await leads("/two\r", /“two”/);
    await leads("q", list);
    await leads("/long job", other);
    await leads("\r", /echo started/);
    await leads("q", /Search: .*job/);
    await leads("\x1b", list);
    pty.type("q");
    await expectGivenBack(pty, 0);
  });

  test("y copies, e opens the editor and o the agent itself, on the list, in the viewer and in the status", async () => {
    const [editor, agent] = [program("editor"), program("agent")];
    const pty = await opened({ EDITOR: editor.path, REPRISE_CODEX_BIN: agent.path });
    const copies = () => pty.raw().split("\x1b]52;c;").length - 1;
    let count = 0;
    for (const [key, screen] of [
      ["", list],
      ["\r", viewer],
      ["r", status],
    ] as const) {
      pty.type(key);
      await pty.shows(screen);
      count += 1;
      pty.type("y");
      await pty.until(() => copies() === count, "a copy");
      for (const [letter, one] of [
        ["e", editor],
        ["o", agent],
      ] as const) {
        pty.type(letter);
        await pty.until(() => one.count() === count, `the start of ${letter}`);
        await pty.shows(screen);
      }
      if (key !== "") pty.type("q");
      await pty.shows(list);
    }
    expect([editor.count(), agent.count()]).toEqual([3, 3]);
    pty.type("q");
    await expectGivenBack(pty, 0);
  });
});
