import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { escalated, lived } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("app-plain");
});
afterEach(() => stage.close());

test("--plain at a terminal: list, view, restore, approve, finish by numbers; nothing moves the cursor", async () => {
  const folder = stage.folder("work");
  const outside = join(stage.folder("outside"), "seven.txt");
  const session = await lived(stage, folder, "remember the number seven", "I remember seven.");
  const pty = stage.openApp(folder, { args: ["--plain"], rows: 200 });
  await pty.shows("1. remember the number seven. State: completed.");
  await pty.shows("By numbers: 0 goes back");
  pty.type("1\r");
  await pty.shows("1. View it");
  pty.type("1\r");
  await pty.shows("You: remember the number seven");
  await pty.shows("Enter: continue");
  pty.type("0\r");
  pty.type("1\r");
  await pty.shows(/2\. Resume: continue in the same conversation[\s\S]*2\. Resume: continue in the same conversation/);
  pty.type("2\r");
  await pty.shows("Resume: continues in the same thread");
  await pty.shows("Resume now? [y/n]");
  expect(stage.asked()).toHaveLength(1);
  pty.type("1\r");
  await pty.shows("Checking server connection…\nDone.");

  stage.model.push([escalated(`echo 7 > ${outside}`)], [{ text: "It is written." }]);
  pty.type("write it down\r");
  await pty.shows(/1\. yes, once \(y\)\n[\s\S]*Type 1 to \d, or the letter\./);
  pty.type("y\r");
  await pty.shows("Agent: It is written.");
  await pty.shows("Your turn.");
  expect(readFileSync(outside, "utf8")).toBe("7\n");
  pty.type("/edit\r");
  await pty.shows("There is no /edit here");
  const plan = "Current run: ends when you start this\\.[\\s\\S]*\\[y/n\\]";
  pty.type("/model gpt-5.1-codex-mini\r");
  await pty.shows(new RegExp(plan));
  pty.type("n\r");
  await pty.shows("Back in the conversation: nothing was ended.");
  expect(stage.runs().filter(({ status }) => status === "running")).toHaveLength(1);
  pty.type("/model gpt-5.1-codex-mini\r");
  await pty.shows(new RegExp(`${plan}[\\s\\S]*${plan}`), "the second plan");
  const isStarted = () => pty.text().split("Checking server connection…\nDone.").length === 3;
  while (!isStarted()) {
    const from = pty.raw().length;
    pty.type("y\r");
    await until(() => isStarted() || pty.raw().indexOf("[y/n] ", from) > 0, { what: "the next question, or the run" });
  }
  stage.model.push([{ text: "Still seven." }]);
  pty.type("which number?\r");
  await pty.shows("Agent: Still seven.");
  expect(stage.asked().at(-1)?.body).toMatchObject({ model: "gpt-5.1-codex-mini" });
  await until(() => pty.text().split("Your turn.").length > 3 || null, {
    timeoutMs: 60_000,
    what: "the end",
  });
  pty.type("exit\r");
  await until(() => pty.text().split("Run completed.").length > 2 || null, {
    timeoutMs: 60_000,
    what: "the end",
  });
  expect((await pty.exited).code).toBe(0);
  expect(pty.raw()).not.toContain("\x1b");
  const states = (await stage.turns(session.id)).map(({ state }) => state);
  expect(states).toEqual(["completed", "completed", "completed"]);
});
