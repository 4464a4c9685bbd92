import { until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resizedAround, strayCodes } from "./app-drawn.ts";
import { escalated, expectGivenBack, goBack, writeOldSession } from "./app-stage.ts";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
beforeEach(async () => {
  stage = await LiveStage.open("app-resize");
});
afterEach(() => stage.close());

/** A title for the window, the clipboard, other screens, colours, a bell, NUL, backspaces, C1, overrides of direction. */
const bomb =
  "\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b[2J\x1b[?1049l\x1b[31m\x1bPq\x1b\\\u009d0;c1\u009c\x07\x00\b\b\u202egnorw\u2066\r";
const scripts = "漢字かな交じり文 한국어 👩‍👩‍👧 🚀 שלום עולם مرحبا é";
const hostile = `${bomb}${scripts} `;

test("every screen follows the size: 40, 80 and 200 columns; of what agents say nothing escapes", async () => {
  stage.place("kill9-mid-tool");
  const folder = stage.folder("work");
  writeOldSession(stage, [`first ${hostile.repeat(3)}`, `answer ${hostile.repeat(30)}`]);
  const pty = stage.openApp(folder, { columns: 80, rows: 24 });
  await pty.shows("of 2");
  await resizedAround(pty); // list

  pty.type("r");
  await pty.shows("Interrupted and running");
  await resizedAround(pty); // crash
  pty.type("h");
  await pty.shows("Help · ");
  await resizedAround(pty); // help
  pty.press("escape");
  await pty.shows("Interrupted and running");
  pty.press("escape");
  await pty.shows("All sessions");

  pty.press("down", "enter");
  await pty.shows(/turn 1 of 1/);
  await resizedAround(pty); // viewer
  pty.press("right", "right", "right", "enter");
  await pty.shows(/Sends +nothing \(Enter puts the brief/);
  await resizedAround(pty); // restore: the brief quotes everything
  pty.press("escape");
  await pty.shows(/turn 1 of 1/);
  pty.press("left", "enter");
  await pty.shows("nothing until you write a message");
  await resizedAround(pty); // restore
  pty.press("enter");
  await pty.shows("Replayed as codex:");
  await resizedAround(pty); // live, with the history

  const octal = [...Buffer.from(hostile)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  stage.model.push(
    [{ partial: `thinking ${hostile}` }, { hang: true }],
    [escalated(`printf '${octal}'`)],
    [{ text: `${hostile.repeat(4)} said.` }],
  );
  pty.type("do your worst 漢字\r");
  await pty.shows("working ·");
  await pty.shows("thinking");
  await resizedAround(pty); // live, in a stream
  pty.press("escape");
  await pty.shows("Turn interrupted.");
  pty.type("again\r");
  await pty.ready("Enter  answer");
  await resizedAround(pty); // approval
  await pty.shows(/↓ \d+ more rows/);
  const readsOn = () => {
    const isRead = /codex asks to run/.test(pty.text()) && !/↓ \d+ more row/.test(pty.text());
    if (!isRead) pty.press("pageDown");
    return isRead;
  };
  await until(readsOn, { what: "the end of the question", everyMs: 200 });
  pty.type("y");
  await pty.shows("said.");
  await pty.shows("exit 0");
  await pty.shows("ready ·");
  await resizedAround(pty); // live, with a command and its output

  await goBack(pty);
  await pty.shows(/turn \d+ of \d+/);
  pty.type("q");
  await pty.shows("All sessions");
  pty.type("q");
  await expectGivenBack(pty, 0);
  expect(strayCodes(bomb).length).toBeGreaterThan(10);
  expect(strayCodes(pty.raw())).toEqual([]);
  for (const word of ["漢字", "👩‍👩‍👧", "שלום"]) expect(pty.raw()).toContain(word);
  expect(pty.raw().split("\x1b[?1049l")).toHaveLength(2); // only our own, at the end
});
