import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type PtyProgram, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { choose, expectGivenBack, lived, restoreChosen } from "./app-stage.ts";
import { isAlive, LiveStage, type NamedRun } from "./live-stage.ts";
import { modesLeftOn } from "./modes-left-on.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-ends");
  folder = stage.folder("work");
  await lived(stage, folder, "remember the number seven", "I remember seven.");
});
afterEach(() => stage.close());

/** In a turn that the real Codex is at. */
async function inTurn(env: Record<string, string> = {}): Promise<{ pty: PtyProgram; run: NamedRun }> {
  const pty = stage.openApp(folder, { env });
  await pty.shows("1–1 of 1");
  await restoreChosen(pty);
  stage.model.push([{ partial: "A text that never" }, { hang: true }]);
  pty.type("please tell me\r");
  await pty.shows("A text that never");
  return { pty, run: await stage.runIn(folder, ({ process }) => process?.pid === pty.pid) };
}

/** Into a turn, in plain mode. */
async function byNumbers(pty: PtyProgram): Promise<void> {
  await pty.shows("1. remember the number seven");
  pty.type("1\r2\r");
  await pty.shows("Resume now? [y/n]");
  pty.type("1\r");
  await pty.shows("Done.");
  pty.type("please tell me\r");
}

async function expectNoAgent({ agentProcess }: NamedRun): Promise<void> {
  await until(() => !isAlive(agentProcess?.pid ?? 0), { what: "the agent to end" });
}

async function expectContinuable(): Promise<void> {
  const [session, ...more] = await stage.sessions();
  expect(more).toEqual([]);
  expect(session).toMatchObject({ state: "interrupted", owner: null });
  stage.model.push([{ text: "Now to its end." }]);
  expect((await stage.run(folder, "resume", session?.id ?? "", "--yes")).code).toBe(0);
}

describe("whatever ends a conversation in the middle of a turn", () => {
  test("the terminal is closed: Reprise and its agent end, and the session can be gone on with", async () => {
    const { pty, run } = await inTurn();
    pty.type("half a thought");
    await pty.shows("half a thought");
    pty.hangUp();
    await until(() => !isAlive(pty.pid), { what: "the end of Reprise" });
    await expectNoAgent(run);
    await expectContinuable();
    const again = stage.openApp(folder);
    await again.shows("1–1 of 1");
    await choose(again, "Restore");
    await again.shows("nothing until you write a message");
    again.press("enter");
    await again.shows("› half a thought"); // unsent words are kept
  });

  test.each([
    ["reprise resume", ["resume", ".", "please tell me", "--yes"]],
    ["reprise --plain", ["--plain"]],
  ])("the terminal of %s is closed: the agent ends with it", async (_, args) => {
    stage.model.push([{ partial: "A text that never" }, { hang: true }]);
    const [session] = await stage.sessions();
    const wanted = args.map((word) => (word === "." ? (session?.id ?? "") : word));
    const pty = stage.openApp(folder, { args: wanted });
    if (args[0] === "--plain") await byNumbers(pty);
    await pty.shows("A text that never");
    const run = await stage.runIn(folder, ({ process }) => process?.pid === pty.pid);
    pty.hangUp();
    await until(() => !isAlive(pty.pid), { what: "the end of Reprise" });
    await expectNoAgent(run);
    await expectContinuable();
  });

  test("a view that throws: the terminal is given back, and the error is read on it", async () => {
    const breaking = join(stage.folder("broken"), "break.mjs");
    writeFileSync(breaking, breakPainting);
    const { pty, run } = await inTurn({ NODE_OPTIONS: `--import=${breaking}` });
    process.kill(pty.pid, "SIGUSR2");
    await expectGivenBack(pty, 1);
    const after = stripVTControlCharacters(pty.raw().slice(pty.raw().lastIndexOf("\x1b[?1049l")));
    expect(after).toContain("the view broke");
    await expectNoAgent(run);
    await expectContinuable();
  });

  test("the agent dies: the screen says so, nothing of the terminal changes, and Enter leads on", async () => {
    const { pty, run } = await inTurn();
    process.kill(run.agentProcess?.pid ?? Number.NaN, "SIGKILL");
    await pty.shows("! Codex was killed (SIGKILL).");
    await pty.shows("closed ·");
    await pty.shows("A text that never"); // what was said so far stays
    expect(modesLeftOn(pty.raw())).toContain("1049");
    pty.press("enter");
    await pty.shows("nothing until you write a message");
    pty.press("enter");
    await pty.shows("Checking server connection… Done");
    stage.model.push([{ text: "Now to its end." }]);
    pty.type("go on\r");
    await pty.shows("Now to its end.");
    await pty.shows("ready ·");

    // While it waits for the person, too.
    const { agentProcess } = await stage.runIn(folder, (one) => isAlive(one.agentProcess?.pid ?? 0));
    process.kill(agentProcess?.pid ?? Number.NaN, "SIGKILL");
    await pty.shows("Codex was killed (SIGKILL).");
    await pty.shows("closed ·");
    pty.press("ctrl+c");
    await pty.shows("Ctrl-C again quits.");
    pty.press("ctrl+c");
    await expectGivenBack(pty, 0);
    expect(await stage.sessions()).toHaveLength(1);
  });
});

/** From the signal on, whoever paints comes upon an error. */
const breakPainting = `
const from = Array.from;
process.once("SIGUSR2", () => {
  Array.from = (...given) => {
    if (/paint/i.test(new Error().stack)) throw new Error("the view broke");
    return from.apply(Array, given);
  };
  process.emit("SIGWINCH", "SIGWINCH");
  process.stdout.emit("resize");
});
`;
