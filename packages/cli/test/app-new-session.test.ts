import { claude, type Model } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectGivenBack, goBack } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
let model: Model;
beforeEach(async () => {
  stage = await LiveStage.open("app-new");
  ({ model } = await stage.add(claude));
});
afterEach(async () => {
  await stage.close();
  await model.close();
});

test("a new session with the agent that is chosen; the next one is offered with the same, also the next day", async () => {
  const folder = stage.folder("work");
  const pty = stage.openApp(folder, { args: [] });
  await pty.shows("n starts a session here.");
  pty.type("n");
  await pty.shows("› Codex        asks before it exceeds its permissions");
  expect(pty.text()).toContain("Claude Code  declines what is not allowed, without asking");
  expect(pty.text()).toContain("Gemini CLI   not installed: npm install -g @google/gemini-cli");
  pty.press("down", "enter");
  await pty.shows("Ask claude to…");
  model.push([{ text: "Hello from the other one." }]);
  // Shift-Enter, as a terminal tells it that knows xterm's protocol for keys.
  pty.type("say\x1b[27;2;13~hello\r");
  await pty.shows("Hello from the other one.");
  await pty.shows("ready ·");
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("say\\nhello");
  await goBack(pty);
  await pty.shows(/claude +completed/);
  pty.type("n");
  await pty.shows("› Claude Code");
  pty.press("escape");
  await pty.shows("/  search");
  pty.type("q");
  await expectGivenBack(pty, 0);
  const again = stage.openApp(folder, { args: [] });
  await again.shows(/claude +completed/);
  again.type("n");
  await again.shows("› Claude Code");
  again.press("escape");
  await again.shows("/  search");
  again.type("q");
  await expectGivenBack(again, 0);
  expect(stage.asked()).toEqual([]); // Codex was not started
});
