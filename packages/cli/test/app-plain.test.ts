import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answer } from "@reprise/testkit";
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
  const pty = stage.openApp(folder, { args: ["--plain"], rows: 60 });
  await pty.shows("1. remember the number seven. State: completed.");
  await pty.shows("By numbers: 0 goes back");
  pty.type("1\r");
  await pty.shows("1. View it");
  pty.type("1\r");
  await pty.shows("You: remember the number seven");
  await pty.shows("Enter: continue");
  pty.type("0\r");
  pty.type("1\r");
  await pty.shows(
    /2\. Restore: continue in the same conversation[\s\S]*2\. Restore: continue in the same conversation/,
  );
  pty.type("2\r");
  await pty.shows("Mode: Resume: continues in the same thread");
  await pty.shows("Start Restore now? [y/n]");
  expect(stage.asked()).toHaveLength(1);
  await answer(
    () => pty.type("1\r"),
    () => pty.text().includes("Checking server connection…\nDone."),
    "the restore",
  );

  stage.model.push([escalated(`echo 7 > ${outside}`)], [{ text: "It is written." }]);
  pty.type("write it down\r");
  await pty.shows(/1\. yes, once \(y\)\n[\s\S]*Type 1 to \d, or the letter\./);
  await answer(
    () => pty.type("y\r"),
    () => pty.text().includes("Agent: It is written."),
    "the reply",
  );
  await pty.shows("Your turn.");
  expect(readFileSync(outside, "utf8")).toBe("7\n");
  pty.type("/model gpt\r");
  await pty.shows("Unknown command /model here");
  pty.type("exit\r");
  await pty.shows("Run completed.");
  expect((await pty.exited).code).toBe(0);
  expect(stage.asked()).toHaveLength(3);
  expect(pty.raw()).not.toContain("\x1b");
  expect((await stage.turns(session.id)).map(({ state }) => state)).toEqual(["completed", "completed"]);
});
