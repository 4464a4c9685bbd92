import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { makeScratch } from "@reprise/testkit";
import { reviewing } from "./review-walk.ts";
import { type Shot, type Size, Stage } from "./stage.ts";

export interface WalkOptions {
  readonly root: string;
  readonly size: Size;
}

type Walk = (options: WalkOptions) => Promise<readonly Shot[]>;
/** F3 hides the steps of the demo: their line is not the preview's. */
const f3 = "\x1bOR";
/** Clears what is typed before the cursor. */
const eraseLine = "\x15";
const ctrlX = "\x18";

export const walks: readonly Walk[] = [reading, restoring, talking, replaying, reviewing, empty, plain];

export async function onDemo(
  { root, size }: WalkOptions,
  walk: (stage: Stage, folder: string) => Promise<void>,
): Promise<readonly Shot[]> {
  const scratch = await makeScratch("reprise-screens");
  const env = { PATH: process.env.PATH ?? "", HOME: scratch.home, TMPDIR: "/tmp", LANG: "C.UTF-8" };
  const program = join(root, "bin/reprise");
  const stage = new Stage({ program, args: ["demo"], size, cwd: scratch.workspace, env });
  try {
    await stage.pty.shows(/\/tmp\/reprise-demo-\w{6}/);
    const found = /\/tmp\/reprise-demo-(\w{6})/.exec(stage.pty.text());
    if (found?.[1]) stage.rename(found[1], "sample");
    await walk(stage, found?.[0] ?? "");
    return stage.shots;
  } finally {
    stage.pty.kill("SIGTERM"); // it removes its folder
    await stage.pty.exited;
    await scratch.remove();
  }
}

function reading(options: WalkOptions): Promise<readonly Shot[]> {
  return onDemo(options, async (stage) => {
    await stage.shoot("sessions", "GPT Restore");
    await stage.type("/");
    await stage.type("round");
    await stage.shoot("sessions-search", /\d hits/);
    await stage.press("escape");
    await stage.type("f");
    await stage.shoot("sessions-filter", "any agent");
    await stage.press("escape");
    await stage.type("t");
    await stage.shoot("sessions-tidy", "archive");
    await stage.press("escape");
    await stage.type("?");
    await stage.shoot("help", "Help · Sessions");
    await stage.press("escape");
    await stage.type("r");
    await stage.shoot("status", "unfinished work");
    await stage.press("escape");
    await stage.press("down", "down", "down", "enter");
    await stage.shoot("viewer-end", "turn 2 of 2");
    await stage.type("/");
    await stage.type("delivery");
    await stage.press("enter");
    await stage.shoot("viewer-search", "delivery");
  });
}

/** Where the preview has room below the list only. */
export function previewing(options: WalkOptions): Promise<readonly Shot[]> {
  return onDemo(options, async (stage) => {
    await stage.type(f3);
    await stage.press("down", "down", "down");
    await stage.shoot("sessions-preview", "Exactly 50.00 is free now");
    await stage.type("/");
    await stage.type("delivery");
    await stage.shoot("sessions-search", /\d hits/);
  });
}

function restoring(options: WalkOptions): Promise<readonly Shot[]> {
  return onDemo(options, async (stage) => {
    await stage.press("right", "enter");
    await stage.shoot("restore-plan", "Unfinished work");
    await stage.press("escape");
    await stage.press("right", "enter");
    await stage.shoot("replay-plan", "added directly");
    await stage.press("escape", "home", "left", "down", "down", "down", "down", "down", "enter");
    await stage.shoot("plan-refused", "Not possible");
  });
}

function talking(options: WalkOptions): Promise<readonly Shot[]> {
  return onDemo(options, async (stage, folder) => {
    await stage.press("right", "enter");
    await stage.press("enter");
    await stage.pty.shows("session resumed");
    await stage.type("/");
    await stage.shoot("live-commands", "/model");
    await stage.press("backspace");
    await stage.type("Look at @");
    await stage.shoot("live-mention", "cart.mjs");
    await stage.press("escape");
    stage.pty.type(eraseLine);
    await stage.type("Make the checks pass");
    stage.pty.press("enter");
    await stage.shoot("live-streaming", "check 4 of 6", { isMoving: true });
    stage.pty.type("Then update the changelog\t");
    await stage.shoot("live-queue", "Then update", { isMoving: true });
    await stage.shoot("live-approval", /CHECKED\.md, which you did not ask for/);
    stage.shots.push(...(await besideAnother(options, folder)));
    await stage.press("enter");
    await stage.pty.shows("CHANGELOG.md has one line");
    stage.pty.type(ctrlX);
    await stage.shoot("live-diff", "+# Changes");
    await stage.press("escape");
    await stage.type("Thank you. Two more things:\x1b\r- a check for an empty coupon\x1b\r- 日本語の説明も");
    await stage.shoot("live-composer", "coupon");
  });
}

/** A second Reprise beside the one that has the session. */
async function besideAnother({ root, size }: WalkOptions, folder: string): Promise<readonly Shot[]> {
  const home = join(folder, "home");
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    CODEX_HOME: join(home, ".codex"),
    REPRISE_STATE: join(folder, "state"),
    REPRISE_CACHE: join(folder, "cache"),
    REPRISE_CODEX_BIN: join(folder, "bin/codex"),
    LANG: "C.UTF-8",
  };
  const cwd = join(folder, "cart");
  const stage = new Stage({ program: join(root, "bin/reprise"), args: [], size, cwd, env });
  stage.rename(folder.slice(-6), "sample");
  try {
    await stage.pty.shows("GPT Restore");
    await stage.press("right", "enter");
    await stage.shoot("sessions-beside-another", "Close it there");
    return stage.shots;
  } finally {
    stage.pty.kill("SIGTERM");
    await stage.pty.exited;
  }
}

function replaying(options: WalkOptions): Promise<readonly Shot[]> {
  return onDemo(options, async (stage) => {
    await stage.press("end", "right", "right", "enter");
    await stage.type("n");
    await stage.type("n");
    await stage.shoot("replay-by-segments", "one paid call each");
    await stage.type("p");
    await stage.press("enter");
    for (let segment = 1; segment < 6; segment += 1) {
      await stage.pty.shows(`Segment ${segment} of 6`);
      await stage.press("enter");
    }
    await stage.shoot("restoring-by-steps", "Segment 6 of 6");
    await stage.press("escape");
  });
}

async function empty({ root, size }: WalkOptions): Promise<readonly Shot[]> {
  const scratch = await makeScratch("reprise-screens");
  const env = { PATH: process.env.PATH ?? "", HOME: scratch.home, LANG: "C.UTF-8" };
  const stage = new Stage({
    program: join(root, "bin/reprise"),
    args: [],
    size,
    cwd: scratch.workspace,
    env,
  });
  stage.rename(scratch.root.slice(-6), "sample");
  try {
    await stage.shoot("first-run", "sample sessions");
    return stage.shots;
  } finally {
    stage.pty.kill("SIGTERM");
    await stage.pty.exited;
    await scratch.remove();
  }
}

async function plain({ root, size }: WalkOptions): Promise<readonly Shot[]> {
  const scratch = await makeScratch("reprise-screens");
  const sessions = join(scratch.home, ".codex/sessions");
  mkdirSync(sessions, { recursive: true });
  for (const name of ["complete-two-turns", "kill9-mid-tool"])
    cpSync(join(root, "fixtures/codex", name, "sessions"), sessions, { recursive: true });
  const env = { PATH: process.env.PATH ?? "", HOME: scratch.home, LANG: "C.UTF-8" };
  const program = join(root, "bin/reprise");
  const stage = new Stage({ program, args: ["--all", "--plain"], size, cwd: scratch.workspace, env });
  stage.rename(scratch.root.slice(-6), "sample");
  try {
    await stage.pty.shows("Type the number of a session");
    await stage.type("1\r");
    await stage.shoot("plain", /\d\. /);
    return stage.shots;
  } finally {
    stage.pty.kill("SIGTERM");
    await stage.pty.exited;
    await scratch.remove();
  }
}
