import { afterEach, beforeEach, expect, test } from "vitest";
import { expectGivenBack, lived, restoreChosen } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-working");
  folder = stage.folder("work");
});
afterEach(() => stage.close());

test("run on a terminal says each second what the turn does and for how long, until it is over", async () => {
  stage.model.push([{ hang: true }]);
  const pty = stage.openApp(folder, { args: ["run", "think", "--sandbox", "read-only"] });
  await pty.shows(/^Working [1-9]\d* s · thinking$/m);
  pty.press("ctrl+c");
  await pty.exited;
  expect(pty.text().split("Interrupting the turn…")[1]).not.toContain("Working ");
});

test("the app says so above the composer while a turn runs", async () => {
  await lived(stage, folder, "remember the number seven", "I remember seven.");
  const pty = stage.openApp(folder);
  await pty.shows("remember the number seven");
  await restoreChosen(pty);
  stage.model.push([{ hang: true }]);
  pty.type("think\r");
  await pty.shows(/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Working [1-9]\d* s · .*thinking · Esc stops$/m);
  pty.press("escape");
  await pty.shows("ready ·");
  expect(pty.text()).not.toContain("Working ");
  pty.type("/quit\r");
  await expectGivenBack(pty, 0);
});
