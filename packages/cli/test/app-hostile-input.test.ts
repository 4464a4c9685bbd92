import { constants } from "node:os";
import {
  endPtys,
  makeScratch,
  type PtyProgram,
  programEnv,
  type Scratch,
  type ScreenProgram,
  startPty,
} from "@reprise/testkit";
import { afterEach, beforeEach, describe, test } from "vitest";
import { expectGivenBack } from "./app-stage.ts";
import { fillHome, reprise } from "./recorded-home.ts";
import { endWalks, type Walk, walk } from "./support/walk.ts";

/** What a broken or hostile terminal sends, on every screen; and a signal there. */

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-hostile");
  fillHome(scratch);
});
afterEach(async () => {
  await endPtys();
  await endWalks();
  await scratch.remove();
});

function walked(columns = 80, rows = 24): Walk {
  const env = { ...programEnv, HOME: scratch.home, TZ: "UTC" };
  return walk({ cwd: scratch.workspace, columns, rows, env });
}

/** Back to the list, and out. */
async function quits(pty: Walk): Promise<void> {
  for (;;) {
    const before = pty.text();
    pty.press("escape");
    await pty.until(() => pty.text() !== before, "another picture after Esc");
    if (pty.text().includes("q quits.")) break;
  }
  pty.type("q");
  await expectGivenBack(pty, 0);
}

function open(columns = 80, rows = 24, command = `exec '${reprise}' --all`): PtyProgram {
  const env = { ...programEnv, HOME: scratch.home, TZ: "UTC" };
  const args = ["-c", command];
  return startPty({ command: "/bin/sh", args, cwd: scratch.workspace, columns, rows, env });
}

/** The keys that lead to it from the list, and what is there and nowhere else. */
const screens: readonly (readonly [name: string, keys: readonly string[], shown: RegExp])[] = [
  ["the list", [], /^› question one/m],
  ["the filter of the list", ["f"], /┌─ Filter/],
  ["the help", ["?"], /^Help · Sessions/m],
  ["the viewer", ["\r"], /turn \d of \d/],
  ["the status", ["r"], /^Interrupted and running/m],
  ["a plan", ["r", "\r"], /^ Resume {2}Not possible/m],
  ["projects", ["P"], /There are no projects/],
];

const many = (text: string, count: number) => text.repeat(count);

/** None of it is a key or a click on anything. */
const nonsense: readonly (readonly [what: string, bytes: string])[] = [
  ["a storm of focus events", many("\x1b[I\x1b[O", 500)],
  ["a pointer that moves", many("\x1b[<35;10;10M\x1b[<32;11;11M", 300)],
  ["clicks beyond every number", `\x1b[<0;${many("9", 400)};${many("9", 400)}M\x1b[<0;65535;65535M\x1b[<0;0;0M`],
  [
    "other buttons, and the left one with Shift, Alt or Ctrl",
    "\x1b[<1;3;3M\x1b[<2;3;3M\x1b[<4;3;3M\x1b[<8;3;3M\x1b[<16;3;3M",
  ],
  ["the reports of old terminals", many("\x1b[M !!\x1b[M#!!", 100)],
  ["reports that end in the middle", "\x1b[<0;5\x18\x1b[<;;M\x1b[<0;1;1;1;1M\x1b[<M"],
  ["colours and replies nobody asked for", "\x1b]11;rgb:ff/ff/ff\x07\x1bP1$r0m\x1b\\\x1b[?62;c\x1b[5;5R"],
];

/** From the list to a screen. */
async function opens(pty: ScreenProgram, keys: readonly string[], shown: RegExp): Promise<void> {
  await pty.shows(/^› question one/m);
  await pty.shows("1 interrupted");
  for (const key of keys) {
    const before = pty.text();
    pty.type(key);
    await pty.until(() => pty.text() !== before, `another screen after ${JSON.stringify(key)}`);
  }
  await pty.shows(shown);
}

describe.each(screens.map((row, index) => [...row, index] as const))("%s", (_, keys, shown, index) => {
  test("takes no nonsense for input", async () => {
    const pty = walked();
    await opens(pty, keys, shown);
    const paste = ["a paste", "\x1b[200~q\x1b[<0;1;24Mq\rQ\x03\x1b[201~"] as const;
    for (const [count, [what, bytes]] of [...nonsense, paste].entries()) {
      pty.type(`${bytes}\x1bOQ`); // F2, whose answer says that everything before it was read
      await pty.shows(count % 2 === 0 ? "The mouse is the terminal's" : "The mouse works in", `F2 after ${what}`);
      await pty.shows(shown, `the same screen after ${what}`);
    }
    await quits(pty);
  });

  test("is left in order by a signal", async () => {
    const pty = open();
    await opens(pty, keys, shown);
    pty.type(nonsense.map(([, bytes]) => bytes).join(""));
    const signal = index % 2 === 0 ? "SIGTERM" : "SIGHUP";
    process.kill(pty.pid, signal);
    await expectGivenBack(pty, 0, constants.signals[signal]);
  });
});

test("a paste that never ends does not keep the keyboard", async () => {
  const pty = walked();
  await pty.shows(/^› question one/m);
  pty.type("/\x1b[200~run the");
  await pty.shows("Search: run the");
  pty.type(" long");
  await pty.shows("Search: run the long");
  pty.press("escape");
  await pty.shows(/^› question one/m);
  pty.type("q");
  await expectGivenBack(pty, 0);
});

test.each([
  [1, 1],
  [5, 1],
  [1, 9],
])("in %i×%i every screen is drawn, and q leads out", async (columns, rows) => {
  const pty = walked(columns, rows);
  await pty.until(() => pty.raw().includes("\x1b[1;1H"), "a picture");
  const pressed = async (key: string, shown: RegExp | string) => {
    pty.resize(columns, rows);
    pty.type(key);
    pty.resize(80, 24);
    await pty.shows(shown);
  };
  await pressed("", /^› question one/m);
  for (const [key, shown, out] of [
    ["?", /^Help · Sessions/m, "q"],
    ["r", /^Interrupted and running/m, "q"],
    ["\r", /turn \d of \d/, "q"],
    ["P", /There are no projects/, "q"],
    ["/x", "Search: x", "\x1b"],
  ] as const) {
    await pressed(key, shown);
    await pressed(out, /^› question one/m);
  }
  pty.resize(columns, rows);
  pty.type("q");
  await expectGivenBack(pty, 0);
});

test.each(["TERM=dumb", "TERM=", "TERM=xterm LC_ALL=C LANG=C", "TERM=vt100 NO_COLOR=1"])(
  "with %s the sessions are shown, and left in order",
  async (settings) => {
    const pty = open(80, 24, `unset TERM; export ${settings}; exec '${reprise}' --all`);
    await pty.shows("question one");
    pty.type("q\r");
    await expectGivenBack(pty, 0);
  },
);
