import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endPtys, type PtyProgram, until } from "@reprise/testkit";
import { afterEach, expect, test } from "vitest";
import { escalated, expectGivenBack, goBack, lived, restoreChosen } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";
import { cellOf, click, clickAt, wheel } from "./mouse.ts";
import { ReviewStage, target } from "./review/review-stage.ts";

/** The built program by the mouse, with the real Codex. */

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endPtys();
  for (const close of closing.splice(0)) await close();
});

const sizes = [
  [120, 40],
  [160, 48],
  [80, 24],
] as const;

test("a click answers an approval, but not one that comes up under the pointer", async () => {
  const stage = await LiveStage.open("mouse-approval");
  closing.push(() => stage.close());
  const folder = stage.folder("shop");
  await lived(stage, folder, "Mend the cart.", "It is mended.");
  const outside = stage.folder("outside");
  const [first, second] = [join(outside, "1"), join(outside, "2")];
  stage.model.push([escalated(`touch ${first}`)], [{ text: "Declined, then." }]);
  const pty = stage.openApp(folder, { columns: 80, rows: 24 });
  await pty.shows("1–1 of 1");
  await restoreChosen(pty);
  pty.type("begin\r");
  await pty.shows("yes, once");
  const yes = await cellOf(pty, /y {2}yes, once/);
  await answerByClick(pty, /n {2}no/);
  await pty.shows("Declined, then.");
  await pty.shows("ready ·");
  expect(existsSync(first)).toBe(false);

  stage.model.push([{ delayMs: 300 }, escalated(`touch ${second}`)], [{ text: "Done, then." }]);
  pty.type("again\r");
  const clicking = setInterval(() => pty.type(clickAt(yes)), 10);
  await pty.shows("yes, once");
  expect(await cellOf(pty, /y {2}yes, once/)).toBe(yes); // it did come up there
  await sleep(600);
  clearInterval(clicking);
  expect(pty.text()).toContain("yes, once");
  expect(existsSync(second)).toBe(false);
  await answerByClick(pty, /y {2}yes, once/);
  await pty.shows("Done, then.");
  expect(existsSync(second)).toBe(true);
  await pty.shows("ready ·");
  await goBack(pty);
  await pty.shows("1–1 of 1");
  pty.type("q");
  await expectGivenBack(pty, 0);
});

async function answerByClick(pty: PtyProgram, text: RegExp): Promise<void> {
  await pty.ready(text);
  await click(pty, text);
  await until(() => !pty.text().includes("yes, once"), { what: `an answer by a click on ${text}` });
}

test("a review: comments, filter, search, diff and help, at each size", async () => {
  const all = /Filter: (?:All|Unresolved) \(2\/2\)/;
  const stage = await ReviewStage.open("mouse-review");
  closing.push(() => stage.close());
  stage.fillPullRequest();
  const diff = "diff --git a/src/cart.ts b/src/cart.ts\n--- a/src/cart.ts\n+++ b/src/cart.ts\n+in cents\n";
  stage.github.plays(({ headers }) => (headers.accept?.includes("diff") ? { status: 200, body: diff } : undefined));
  const pty = stage.live.openApp(stage.checkout, { args: ["review", target], columns: 30, rows: 8 });
  await pty.shows(all);
  await click(pty, "[bob]");
  await pty.shows(/^› .*\[bob\]/m);
  await wheel(pty, "[alice]", "up");
  await pty.shows(/^› .*\[alice\]/m);
  for (const [columns, rows] of sizes) {
    pty.resize(columns, rows);
    await until(() => pty.screen()[rows - 1]?.includes("x  run"), { what: "the keys in the last row" });
    await click(pty, "[bob]");
    await pty.shows(/^› .*\[bob\]/m);
    await pty.shows("Where does this come from?");
    pty.type("F");
    await click(pty, "By  alice (1)");
    await pty.shows(/Filter: .*alice \(1\/2\)/);
    pty.press("escape");
    await pty.shows(all);
    if (columns > 80) await click(pty, "/  search");
    else pty.type("/");
    await pty.shows("Search:");
    pty.type("TAX come");
    await pty.shows("1/2");
    await click(pty, "Enter  keep");
    await pty.shows(/Search: TAX come .*\(1\/2\)/);
    await pty.shows(/^› .*\[bob\]/m);
    pty.press("escape");
    await pty.shows(all);
    await click(pty, "c  diff");
    await pty.shows("+in cents");
    await click(pty, "q  ");
    await pty.shows(all);
    await click(pty, /\? {2}(?:help|more)/);
    await pty.shows("Help · Review");
    await click(pty, "q  close");
    await pty.shows(all);
  }
  await click(pty, "q  quit");
  await expectGivenBack(pty, 0);
});
