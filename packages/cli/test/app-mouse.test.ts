import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeScratch, programEnv, type Scratch } from "@reprise/testkit";
import type { Route } from "@reprise/tui";
import { afterEach, beforeEach, describe, test } from "vitest";
import { expectGivenBack } from "./app-stage.ts";
import { click, wheel } from "./mouse.ts";
import { fillHome } from "./recorded-home.ts";
import { endWalks, type Walk, walk } from "./support/walk.ts";

/** The app by the mouse, as terminals report it: every screen that needs no agent, at each size. */

const projects = fileURLToPath(new URL("../../../fixtures/projects/workspace/.reprise", import.meta.url));
let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-mouse");
});
afterEach(async () => {
  await endWalks();
  await scratch.remove();
});

const sizes = [
  [80, 24],
  [120, 40],
  [160, 48],
  [30, 8],
] as const;

function open(route: Route, columns: number, rows: number): Walk {
  const env = { ...programEnv, HOME: scratch.home, TZ: "UTC" };
  return walk({ routes: [route], cwd: scratch.workspace, columns, rows, env });
}

/** The screen is another than it was. */
async function changes(pty: Walk, act: () => Promise<void>, what: string): Promise<void> {
  const before = pty.text();
  await act();
  await pty.until(() => pty.text() !== before, what);
}

/** By the key at the bottom, where the screen has room for it. */
async function back(pty: Walk): Promise<void> {
  if (pty.text().includes("q  back")) await click(pty, "q  back");
  else pty.type("q");
}

async function quits(pty: Walk): Promise<void> {
  pty.type("q");
  await expectGivenBack(pty, 0);
}

describe.each(sizes)("at %i×%i", (columns, rows) => {
  test("status, plan, help and viewer: click, click again, wheel, and the keys at the bottom", async () => {
    fillHome(scratch);
    const pty = open({ screen: "sessions", isAll: true }, columns, rows);
    await pty.shows("question one");
    pty.type("r");
    await pty.shows(/Interrupted and ru/);
    await click(pty, "interrupted · codex");
    await click(pty, "interrupted · codex");
    await pty.shows(/Resume: run the l/);
    await pty.shows(/^ Resume {2}Not possible/m); // the plan is made: what is below it no longer moves
    await click(pty, " Resume  ");
    await click(pty, /\? {2}(?:help|more)/);
    await pty.shows(/Help · Plan/);
    if (pty.text().includes("more ↓")) await changes(pty, () => wheel(pty, "Keys", "down"), "the help to scroll");
    await click(pty, "q  close");
    await pty.shows(/Resume: run the l/);
    await click(pty, "q  back");
    await pty.shows(/Interrupted and ru/);
    await click(pty, /\? {2}(?:help|more)/);
    await pty.shows(/Help · Interrupted/);
    await click(pty, "q  close");
    await pty.shows(/Interrupted and ru/);
    pty.type("q");
    await pty.shows("Showing 1–2");
    await click(pty, /^ {2}run the long job/m); // not the offer above the list
    await pty.shows("› run the long job");
    await click(pty, /^ {2}question one/m);
    await click(pty, "› question one");
    await pty.shows("answer two");
    await click(pty, "answer two");
    await pty.shows(/^▌ *answer two/m);
    await click(pty, " Restore ");
    await pty.shows(/^ Resume {2}Not possible/m);
    await back(pty);
    await pty.shows(/^▌ *answer two/m);
    await click(pty, "q  back");
    await pty.shows("› question one");
    await quits(pty);
  });

  test("projects: click, click again, wheel, search and back", async () => {
    cpSync(projects, join(scratch.workspace, ".reprise"), { recursive: true });
    const pty = open({ screen: "projects" }, columns, rows);
    await pty.shows("Say hello");
    await pty.shows(/^› /m);
    await changes(pty, () => wheel(pty, /^ {2}\S/m, "down"), "the wheel to move the selection");
    await click(pty, "Say hello");
    await pty.shows(/^› .*Say hello/m);
    await click(pty, "Say hello");
    await pty.shows(/Iterate 10 more/);
    pty.type("q");
    await pty.shows(/^› .*Say hello/m);
    if (columns > 30) await click(pty, "/  search");
    else pty.type("/");
    pty.type("hello");
    await pty.shows("Search: hello");
    pty.press("enter");
    await pty.shows(/Iterate 10 more/);
    pty.type("q");
    await pty.shows("Search: hello");
    pty.press("escape");
    await pty.until(() => !pty.text().includes("Search:"), "all projects");
    await quits(pty);
  });
});
