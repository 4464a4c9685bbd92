import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { isAlive } from "../live-stage.ts";
import type { Cell } from "./display.ts";
import { commands, type Window } from "./window.ts";

export interface Check {
  readonly name: string;
  /** What runs in the window; files it writes are in `$WINDOW_FOLDER`. */
  readonly script: string;
  act(window: Window): Promise<void>;
}

const place = "$WINDOW_FOLDER";
/** The program, and what the terminal and its settings are before and after it. */
const betweenTwoLooks = (program: string) =>
  [
    `stty -g > ${place}/before; ${commands.modes(`${place}/modes-before`)}`,
    `${program}; echo "ended with $?"`,
    `stty -g > ${place}/after; ${commands.modes(`${place}/modes-after`)}; echo done > ${place}/done`,
    `exec bash --norc`,
  ].join("; ");

export const checks: readonly Check[] = [
  {
    name: "list, search, viewer, wheel, resize, copy, help; given back as it was",
    script: betweenTwoLooks(commands.app),
    act: read,
  },
  {
    name: "clicks select and open a row and press a key of the footer; after F2 the terminal selects text",
    script: betweenTwoLooks(commands.app),
    act: point,
  },
  {
    name: "a crash screen and the plan of a restore; given back after SIGTERM",
    script: betweenTwoLooks(commands.app),
    act: lookAndEnd,
  },
  {
    name: "an exception in a view: told on the ordinary screen, and given back",
    script: betweenTwoLooks(commands.tinyApp),
    act: breakView,
  },
  {
    name: "composer: Shift-Enter, Ctrl-J, Alt-B, paste, editor; Ctrl-Z and fg; approval",
    script: `PS1='prompt$ ' exec bash --norc -i`,
    act: converse,
  },
  {
    name: "a closed window (in tmux: its end): the draft is kept, the agent has ended",
    script: `exec ${commands.app}`,
    act: shut,
  },
  {
    name: "what follows a character of doubtful width stands in its column",
    script: `${commands.columns(`${place}/columns`)}; sleep 1`,
    act: async ({ file }) => assert.equal(await file("columns"), ""),
  },
];

async function read(window: Window): Promise<void> {
  const { display, shows, screen, size, emulator } = window;
  await shows("GPT Restore");
  display.press("y");
  await until(() => /^codex:[\w-]{36}$/.test(display.selected(emulator.copiesTo)), {
    what: "the id on the clipboard",
  });
  display.press("question");
  await shows("Help · Sessions");
  display.press("Escape");
  await shows("GPT Restore");
  display.press("slash");
  display.type("round");
  await shows(/\d hits/);
  display.press("Escape");
  await shows("Rename the price field");
  display.press("End", "Return");
  await shows(/turn 300 of 300/);
  const before = await screen();
  display.turnWheel("up");
  await until(async () => (await screen()) !== before, { what: "the wheel to scroll" });
  const { columns, rows } = size();
  display.resize(emulator.kind, 500, 350);
  await until(() => size().columns < columns && size().rows < rows, { what: "a smaller window" });
  await until(async () => (await screen()).trimEnd().split("\n").length <= size().rows, {
    what: "its picture",
  });
  await shows("Return");
  display.press("q");
  await shows("Rename the");
  display.press("q");
  await givenBack(window, 0);
}

async function point(window: Window): Promise<void> {
  const { display, shows, screen, emulator } = window;
  const cellOf = async (text: string): Promise<Cell> => {
    const lines = (await screen()).split("\n");
    const row = lines.findIndex((line) => line.includes(text));
    assert.notEqual(row, -1, `${text} is on the screen`);
    return { row, column: (lines[row] ?? "").indexOf(text) + 3 };
  };
  const whole = () => ({ columns: window.size().columns, rows: window.size().rows + emulator.ownRows });
  const click = async (text: string) => display.click(emulator.kind, await cellOf(text), whole());
  await shows("interrupted (r)");
  await click("Why do customers");
  await shows("› Why do customers");
  await click("› Why do customers");
  await shows(/turn \d+ of/);
  await click("q  back");
  await shows("f  filter");
  await click("f  filter");
  await shows("any agent");
  display.press("Escape");
  await shows("q  quit");
  display.press("F2");
  await shows("The mouse is the terminal's");
  const from = await cellOf("Translate all messages");
  const to = { ...from, column: from.column + 30 };
  display.drag(emulator.kind, { from, to }, whole());
  await until(() => display.selected("primary").includes("all messages of"), { what: "selected text" });
  display.press("F2");
  await shows("works in Reprise again");
  await click("Translate all messages");
  await shows("› Translate all messages");
  display.press("q");
  await givenBack(window, 0);
}

async function lookAndEnd(window: Window): Promise<void> {
  const { display, shows } = window;
  await shows("GPT Restore");
  display.press("r");
  await shows("unfinished work");
  display.press("Escape");
  await shows("GPT Restore");
  display.press("Right", "Return");
  await shows("Unfinished work");
  process.kill(processOf(window), "SIGTERM");
  await givenBack(window, 143);
}

async function breakView(window: Window): Promise<void> {
  await window.shows("begun");
  window.display.press("v");
  await window.shows("tiny: the view broke");
  await givenBack(window, 1);
}

/** The app in this window. */
function processOf({ folder }: Window): number {
  const found = globSync("/proc/[0-9]*/environ").filter((path) => {
    try {
      const words = readFileSync(path.replace("environ", "cmdline"), "utf8").split("\0");
      return (
        words.some((word) => word.endsWith("dist/reprise.js")) &&
        readFileSync(path, "utf8").includes(`WINDOW_FOLDER=${folder}\0`)
      );
    } catch {
      return false; // it has ended
    }
  });
  return Number(found[0]?.split("/")[2]);
}

/** The shell goes on, and the terminal says of its modes what it said before. */
async function givenBack({ shows, file, emulator }: Window, code: number): Promise<void> {
  await shows(`ended with ${code}`);
  await file("done");
  assert.equal(await file("after"), await file("before"));
  assert.equal(await file("modes-after"), await file("modes-before"));
  if (emulator.tellsModes) assert.match(await file("modes-before"), /1049;2\$y/);
}

async function converse(window: Window): Promise<void> {
  const { display, shows, demo } = window;
  await shows("prompt$");
  display.type(`${commands.app}\n`);
  await restore(window);
  display.type("one");
  display.press("shift+Return");
  display.type("two");
  display.press("ctrl+j");
  display.type("three EDIT");
  display.press("alt+b");
  display.type("and ");
  display.press("ctrl+e");
  display.select(" pasted\nas it is");
  display.press("shift+Insert");
  await shows("as it is");
  display.press("ctrl+g");
  await shows("edited");
  display.press("ctrl+z");
  await shows("Stopped");
  display.type("fg\n");
  await shows("and edited pasted");
  display.press("Return");
  const sent = JSON.stringify("one\ntwo\nthree and edited pasted\nas it is").slice(1, -1);
  const rollouts = () => globSync(join(demo.env.CODEX_HOME ?? "", "sessions/**/*.jsonl"));
  await until(() => rollouts().some((path) => readFileSync(path, "utf8").includes(sent)), {
    what: `the agent to get ${sent}`,
  });
  await shows("asks to run a command");
  await shows(/Enter +answer/); // its keys count
  display.press("y");
  await shows("The cart is right.");
  await until(() => existsSync(join(demo.cwd, "CHECKED.md")), { what: "what was allowed" });
}

/** The chosen session goes on, and the composer is ready. */
async function restore({ display, shows }: Window): Promise<void> {
  await shows("GPT Restore");
  display.press("Right", "Return");
  await shows("Unfinished work");
  display.press("Return");
  await shows("session resumed");
}

async function shut(window: Window): Promise<void> {
  const { display, shows, demo, emulator } = window;
  await restore(window);
  display.type("half a sentence");
  await shows("half a sentence");
  const agent = Number(readFileSync(demo.agentPidFile, "utf8"));
  const app = processOf(window);
  assert.ok(isAlive(agent) && isAlive(app));
  await window.shut();
  if (emulator.end) {
    assert.ok(isAlive(agent) && isAlive(app), "both go on in tmux, whose window can be opened again");
    window.end();
  }
  await until(() => !isAlive(app) && !isAlive(agent), { what: "the end of the app and its agent" });
  const drafts = globSync(join(demo.env.REPRISE_STATE ?? "", "workspaces/*/draft.json"));
  assert.ok(
    drafts.some((path) => readFileSync(path, "utf8").includes("half a sentence")),
    "the draft is on disk",
  );
}
