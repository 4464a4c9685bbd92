import { constants } from "node:os";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectGivenBack, lived, restoreChosen } from "./app-stage.ts";
import { isAlive, LiveStage } from "./live-stage.ts";
import { modesLeftOn } from "./modes-left-on.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-suspend");
  folder = stage.folder("work");
  await lived(stage, folder, "remember the number seven", "I remember seven.");
});
afterEach(() => stage.close());

test("Ctrl-Z in a conversation stops it as the shell expects; fg brings the screen back, and the agent still answers", async () => {
  const shell = stage.openShell(folder);
  await shell.shows("prompt$");
  shell.type("$REPRISE\r");
  await shell.shows("1–1 of 1");
  await restoreChosen(shell);
  shell.type("half a sent");
  await shell.shows("half a sent");
  shell.press("ctrl+z");
  await shell.shows(/Stopped[\s\S]*prompt\$/);
  expect(modesLeftOn(shell.raw()).filter((mode) => mode !== "2004")).toEqual([]); // bash marks pastes itself
  shell.type("echo in-the-$((40 + 2))\r");
  await shell.shows("in-the-42");
  shell.type("fg\r");
  await shell.shows("half a sent");
  stage.model.push([{ text: "The whole of it." }]);
  shell.type("ence\r");
  await shell.shows("The whole of it.");
  await shell.shows("ready ·");
  shell.press("ctrl+c");
  await shell.shows("Ctrl-C again quits.");
  shell.press("ctrl+c");
  await shell.shows("in-the-42"); // the ordinary screen
  shell.type("exit\r");
  expect((await shell.exited).code).toBe(0);
  expect(JSON.stringify(stage.asked().at(-1)?.body)).toContain("half a sentence");
});

test("SIGTERM in the middle of a turn gives the terminal back and leaves no agent; the session can be gone on with", async () => {
  const pty = stage.openApp(folder);
  await pty.shows("1–1 of 1");
  await restoreChosen(pty);
  stage.model.push([{ partial: "A text that never" }, { hang: true }]);
  pty.type("please tell me\r");
  await pty.shows("A text that never");
  const { process: own, agentProcess } = await stage.runIn(folder, ({ status }) => status === "running");
  expect(own?.pid).toBe(pty.pid);
  process.kill(pty.pid, "SIGTERM");
  await expectGivenBack(pty, 0, constants.signals.SIGTERM);
  await until(() => !isAlive(agentProcess?.pid ?? 0), { what: "the agent to end" });
  const [session] = await stage.sessions();
  stage.model.push([{ text: "Now to its end." }]);
  expect((await stage.run(folder, "resume", session?.id ?? "", "--yes")).code).toBe(0);
});
