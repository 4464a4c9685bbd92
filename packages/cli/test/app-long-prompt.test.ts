import { afterEach, beforeEach, expect, test } from "vitest";
import { expectGivenBack, lived, restoreChosen } from "./app-stage.ts";
import { endOf, LiveStage, said } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-long-prompt");
  folder = stage.folder("work");
});
afterEach(() => stage.close());

/** What Codex takes. */
const most = 1_048_576;
const pasted = (text: string) => `\x1b[200~${text}\x1b[201~`;

test("a prompt that is too long for the agent is not sent: the words stay, and shortened they are sent whole", async () => {
  await lived(stage, folder, "remember the number seven", "I remember seven.");
  const pty = stage.openApp(folder);
  await pty.shows("remember the number");
  await restoreChosen(pty);
  pty.type(pasted(`${"🦊 lines\n".repeat(131_071)}🦊 lines.`));
  await pty.shows("[pasted 131,072 lines]");
  pty.type("!");
  await pty.shows("lines]!");
  pty.type("\r");
  await pty.shows("This prompt has 1,048,577 characters; codex takes 1,048,576.");
  expect(pty.text()).not.toContain("R, then Enter");
  expect(stage.asked()).toHaveLength(1);
  stage.model.push([{ text: "All read." }]);
  pty.press("backspace");
  pty.type("\r");
  await pty.shows("All read.");
  expect([...(said(stage.asked().at(-1) as never).at(-1) ?? "")]).toHaveLength(most);
  pty.type("/quit\r");
  await expectGivenBack(pty, 0);
});

test("reprise run and resume start no agent for one", async () => {
  const { id } = await lived(stage, folder, "remember the number seven", "I remember seven.");
  for (const args of [
    ["run", "-"],
    ["resume", id, "-"],
  ]) {
    const { code, stderr } = await endOf(stage.startMute(folder, args, "x".repeat(most + 1)));
    expect(code).not.toBe(0);
    expect(stderr).toContain("codex takes 1,048,576");
  }
  expect(stage.asked()).toHaveLength(1);
});
