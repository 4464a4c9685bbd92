import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { escalated, expectGivenBack, goBack, lived, restoreChosen } from "./app-stage.ts";
import { LiveStage, said } from "./live-stage.ts";
import { modesLeftOn } from "./modes-left-on.ts";

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("app-walk");
});
afterEach(() => stage.close());

test("list, view, search, restore, prompt, approve, finish, back, quit: with the real Codex", async () => {
  const folder = stage.folder("work");
  const outside = join(stage.folder("outside"), "seven.txt");
  const session = await lived(stage, folder, "remember the number seven", "I remember the NUMBER of dwarfs.");
  expect(stage.asked()).toHaveLength(1);

  const pty = stage.openApp(folder);
  await pty.shows("remember the number seven");
  expect(modesLeftOn(pty.raw())).toEqual(expect.arrayContaining(["1049", "25", "2004", "1000"]));
  pty.press("enter");
  await pty.shows(/turn 1 of 1/);
  pty.type("/dwarfs");
  await pty.shows("dwarfs");
  pty.press("enter");
  await pty.shows("“dwarfs” 1 of 1 item");
  expect(stage.asked()).toHaveLength(1);

  await restoreChosen(pty);
  expect(stage.asked()).toHaveLength(1);

  stage.model.push([escalated(`echo 7 > ${outside}`)], [{ text: "It is **written**." }]);
  pty.type("write it down");
  pty.press("enter");
  await pty.shows("asks to run a command");
  expect(existsSync(outside)).toBe(false);
  await pty.ready("Enter  answer");
  pty.type("y");
  await pty.shows("It is written.");
  await pty.shows("ready ·");
  expect(readFileSync(outside, "utf8")).toBe("7\n");
  expect(stage.asked()).toHaveLength(3);
  const [, asked] = stage.asked();
  expect(asked && said(asked).filter((text) => text === "write it down")).toHaveLength(1);

  await goBack(pty);
  await pty.shows(/turn \d of 2/);
  pty.type("q");
  await pty.shows("All sessions");
  pty.type("q");
  await expectGivenBack(pty, 0);
  expect((await stage.turns(session.id)).map(({ state }) => state)).toEqual(["completed", "completed"]);
});
