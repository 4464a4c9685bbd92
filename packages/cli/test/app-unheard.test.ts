import { existsSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { type PtyProgram, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { choose, escalated, lived, restoreChosen } from "./app-stage.ts";
import { LiveStage, type NamedRun } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-unheard");
  folder = stage.folder("work");
  await lived(stage, folder, "remember the number seven", "I remember seven.");
});
afterEach(() => stage.close());

async function opened(): Promise<PtyProgram> {
  const pty = stage.openApp(folder);
  await pty.shows("1–1 of 1");
  return pty;
}

const runOf = (pty: PtyProgram): Promise<NamedRun> =>
  stage.runIn(folder, ({ process, agentProcess }) => process?.pid === pty.pid && agentProcess !== null);

function signalAgent({ agentProcess }: NamedRun, signal: NodeJS.Signals): void {
  process.kill(agentProcess?.pid ?? 0, signal);
}

/** Said to an agent that hears nothing any more; what it has is on our disk. */
async function saidInVain(): Promise<{ pty: PtyProgram; run: NamedRun }> {
  const pty = await opened();
  await restoreChosen(pty);
  const run = await runOf(pty);
  signalAgent(run, "SIGSTOP");
  pty.type("words in vain\r");
  await pty.shows("working ·");
  const isSent = () => readFileSync(run.journal, "utf8").includes("words in vain");
  await until(isSent, { what: "the words in the journal" });
  return { pty, run };
}

test("the agent dies before it has written what was said: the words are in the composer again, and said once", async () => {
  const { pty, run } = await saidInVain();
  signalAgent(run, "SIGKILL");
  await pty.shows("closed ·");
  await pty.shows("› words in vain");
  expect(pty.text()).toContain("Your last message did not reach the agent");
  pty.press("enter");
  await pty.shows("nothing until you write a message");
  pty.press("enter");
  await pty.shows("Checking server connection… Done");
  await pty.shows("› words in vain");
  expect(pty.text().match(/words in vain/g)).toHaveLength(1);
  stage.model.push([{ text: "Heard." }]);
  await pty.ready("Enter  send");
  pty.press("enter");
  await pty.shows("Heard.");
});

test("both die: the words come back with the next restore", async () => {
  const { run } = await saidInVain();
  await stage.kill(run);
  const pty = await opened();
  await restoreChosen(pty);
  await pty.shows("› words in vain");
  expect(pty.text()).toContain("Your last message did not reach the agent");
});

test("the agent dies over an open approval: what waited for it is told as not done", async () => {
  const target = join(stage.folder("outside"), "seven.txt");
  const pty = await opened();
  await restoreChosen(pty);
  const run = await runOf(pty);
  stage.model.push([escalated(`echo 7 > ${target}`)]);
  pty.type("write it down\r");
  await pty.ready("Enter  answer");
  signalAgent(run, "SIGKILL");
  await pty.shows("closed ·");
  pty.press("enter");
  await pty.shows(/command echo 7 > \S+seven\.txt: not done \(it was waiting for approval/);
  expect(existsSync(target)).toBe(false);
});

test("the session is written to while its plan is on the screen: nothing is started, and it is planned anew by itself", async () => {
  const [session] = await stage.sessions();
  const pty = await opened();
  await choose(pty, "Restore");
  await pty.shows("nothing until you write a message");
  utimesSync(session?.files[0]?.path ?? "", new Date(), new Date()); // somebody has written to it
  pty.press("enter");
  await pty.shows("has changed since the plan was made");
  await pty.shows(/continues in the same thread[\s\S]*nothing until you write a message/);
  pty.press("enter");
  await pty.shows("Checking server connection… Done");
});
