import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { escalated, expectGivenBack, goBack, lived, restoreChosen } from "./app-stage.ts";
import { LiveStage, said } from "./live-stage.ts";

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("app-kill");
});
afterEach(() => stage.close());

/** Whether a file below the folder holds the text; one that is still being written does not count. */
function isKept(folder: string, text: string): boolean {
  if (!existsSync(folder)) return false;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile() && !one.name.endsWith(".tmp"),
  );
  return files.some(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8").includes(text));
}

test("kill -9 over an open approval, with words in the composer: both are there after the next start", async () => {
  const folder = stage.folder("work");
  const outside = join(stage.folder("outside"), "seven.txt");
  await lived(stage, folder, "remember the number seven", "I remember seven.");
  const pty = stage.openApp(folder);
  await pty.shows("remember the number seven");
  await restoreChosen(pty);
  stage.model.push([{ hang: true }, escalated(`echo 7 > ${outside}`)]);
  pty.type("write it down\r");
  await pty.shows("working ·");
  pty.type("and then the dwarfs, 七人");
  await pty.shows("and then the dwarfs, 七人");
  await until(() => stage.asked().length === 2, { what: "the request" });
  stage.model.release();
  await pty.shows("asks to run a command");
  await until(() => isKept(stage.folder("state"), "and then the dwarfs, 七人"), {
    what: "the draft on disk",
  });
  await stage.kill(await stage.runIn(folder, ({ status }) => status === "running"));
  await pty.exited;

  const again = stage.openApp(folder);
  await again.shows("1 interrupted (r)");
  expect(again.text()).toMatch(/codex +interrupted/);
  again.type("r");
  await again.shows("1 request never answered");
  again.press("enter");
  await again.shows("nothing until you write a message");
  again.press("end");
  await again.shows(/Unanswered requests, asked again and not granted\s+echo 7 > \S+seven\.txt/);
  again.press("enter");
  await again.shows("Checking server connection… Done");
  await again.shows("› and then the dwarfs, 七人");
  await again.shows(/unresolved: echo 7 > \S+seven\.txt — asked by a process that died/);
  expect(stage.asked()).toHaveLength(2); // nothing was sent by itself
  expect(existsSync(outside)).toBe(false); // and nothing was granted

  // Looked at, and left without a word: it is still asked for.
  await goBack(again);
  await again.shows("Interrupted and running");
  again.press("enter");
  await again.shows("nothing until you write a message");
  again.press("end");
  await again.shows(/Unanswered requests, asked again and not granted\s+echo 7 > \S+seven\.txt/);
  again.press("enter");
  await again.shows("Checking server connection… Done");
  await again.shows("› and then the dwarfs, 七人");

  stage.model.push([escalated(`echo 7 >> ${outside}`)], [{ text: "All seven." }]);
  await again.ready("Enter  send");
  again.press("enter");
  await again.ready("Enter  answer");
  again.type("y");
  await again.shows("All seven.");
  await again.shows("ready ·");
  expect(readFileSync(outside, "utf8")).toBe("7\n");
  const [, , asked] = stage.asked();
  const words = asked ? said(asked) : [];
  expect(words.at(-1)).toMatch(/^This session was interrupted\.[\s\S]*and then the dwarfs, 七人$/);
  await again.shows("› What next?"); // the draft is used up
  await goBack(again);
  await again.shows("Interrupted and running");
  again.press("escape");
  await again.shows(/codex +completed/);
  again.type("q");
  await expectGivenBack(again, 0);
});
