import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch, programEnv, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { expectGivenBack } from "./app-stage.ts";
import { click } from "./mouse.ts";
import { endWalks, type Walk, walk } from "./support/walk.ts";

/** The list: sizes, preview, search, mouse, and how it is left. */

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-app-list");
  fill(60);
});
afterEach(async () => {
  await endWalks();
  await scratch.remove();
});

/** So many sessions of Codex as it wrote them in 2025, `Question 1` the newest. */
function fill(count: number): void {
  for (let number = 1; number <= count; number += 1) {
    const at = new Date(Date.UTC(2025, 6, 20, 10) - number * 3_600_000).toISOString();
    const id = `7d1f1c52-36a5-4c89-9b3e-${String(number).padStart(12, "0")}`;
    const say = (role: "user" | "assistant", text: string) => ({
      type: "message",
      role,
      content: [{ type: role === "user" ? "input_text" : "output_text", text }],
    });
    const filler = Array.from({ length: 80 }, (_, row) => `- row ${row + 1} of ${number}`).join("\n");
    const rows = [
      { id, timestamp: at, instructions: null },
      say("user", `Question ${number} about the shop`),
      say("assistant", `${filler}\n\n${number === 50 ? "It was a zeppelin." : `Answer ${number}.`}`),
    ];
    const day = join(scratch.home, ".codex", "sessions", "2025", "07", at.slice(8, 10));
    mkdirSync(day, { recursive: true });
    const path = join(day, `rollout-${at.slice(0, 19).replaceAll(":", "-")}-${id}.jsonl`);
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
}

function open(columns: number, rows: number): Walk {
  const env = { ...programEnv, HOME: scratch.home, LANG: "C.UTF-8" };
  return walk({ cwd: scratch.workspace, env, columns, rows });
}

const quits = async (pty: Walk) => {
  pty.type("q");
  await expectGivenBack(pty, 0);
};

describe("the list", () => {
  test.each([
    [160, 48, 44],
    [120, 40, 36],
    [80, 40, 20],
    [80, 24, 17],
    [40, 12, 6],
    [30, 8, 5],
  ])("at %i × %i has %i rows; keys move in it, Esc does not quit, q does", async (columns, rows, count) => {
    const pty = open(columns, rows);
    await pty.shows("Showing 1–");
    await pty.shows("› Question 1 ");
    const shown = () => pty.screen().filter((line) => /^(?:›| ) Question \d/.test(line)).length;
    await pty.until(() => shown() >= count, `${count} rows`);
    for (const line of pty.screen()) expect(line.length).toBeLessThanOrEqual(columns);
    pty.type("jjk");
    await pty.shows("› Question 2 ");
    pty.type("G");
    await pty.shows("› Question 60 ");
    pty.type("g");
    await pty.shows("› Question 1 ");
    pty.press("escape");
    await pty.shows("q quits.");
    await quits(pty);
  });

  test("the preview follows the selection, scrolls, is turned off, and stays so at the next start", async () => {
    const pty = open(120, 40);
    await pty.shows("Answer 1.");
    pty.press("down", "down");
    await pty.shows("Answer 3.");
    expect(pty.text()).not.toContain("Answer 1.");
    pty.type("KKK");
    await pty.until(() => !pty.text().includes("Answer 3."), "the preview to scroll");
    expect(pty.text()).toContain("› Question 3 ");
    pty.type("v");
    await pty.until(() => !pty.text().includes("│"), "the preview to go");
    await quits(pty);
    const again = open(120, 40);
    await again.shows("› Question 1 ");
    expect(again.text()).not.toContain("│");
    again.type("v");
    await again.shows("Answer 1.");
    await quits(again);
    const last = open(120, 40);
    await last.shows("Answer 1.");
    await quits(last);
  });

  test("a search shows where it matches, and Enter opens the match at once", async () => {
    const pty = open(160, 48);
    await pty.shows("› Question 1 ");
    pty.type("/zeppelin");
    await pty.shows(/Question 50 .*\n.*turn 1 · reply/);
    await pty.shows("It was a zeppelin.");
    pty.press("enter");
    await pty.shows("turn 1 of 1");
    expect(pty.text()).toContain("zeppelin");
    pty.type("q");
    await pty.shows("Search: zeppelin");
    pty.press("escape");
    await pty.shows("› Question 1 ");
    await quits(pty);
  });

  test("a session is named, tagged, hidden and listed again; u undoes; z sorts", async () => {
    const pty = open(80, 24);
    await pty.shows("› Question 1 ");
    pty.type("t");
    await pty.shows("Tidy up");
    pty.type("\rThe first one\r");
    await pty.shows("Named The first one. u undoes it.");
    await pty.shows("› The first one · Question 1 ");
    pty.type("tj\rshop #old?\r");
    await pty.shows("is not a tag");
    pty.press("backspace", "enter");
    await pty.shows("Tagged #old #shop. u undoes it.");
    await pty.shows(/The first one .*#old #shop/);
    pty.type("tjj\r");
    await pty.shows("Hidden: lists and searches leave it out. u undoes it.");
    await pty.shows("1 hidden not listed (. shows it)");
    await pty.until(() => !pty.text().includes("The first one"), "the hidden one to go");
    pty.type(".");
    await pty.shows("The first one");
    pty.type("u");
    await pty.shows("Undone.");
    pty.type(".");
    await pty.until(() => !pty.text().includes("also listed"), "the usual list");
    await pty.shows("The first one");
    pty.type("z");
    await pty.shows("of 60 · All sessions · by size");
    pty.type("z");
    await pty.shows("of 60 · All sessions · by turns");
    await quits(pty);
  });

  test("the mouse selects, opens, scrolls what it is over, and presses actions and keys", async () => {
    const pty = open(120, 40);
    await pty.shows("Answer 1.");
    await click(pty, "Question 5 ");
    await pty.shows("› Question 5 ");
    await pty.shows("Answer 5.");
    pty.type("\x1b[<64;110;30M");
    await pty.until(() => !pty.text().includes("Answer 5."), "the preview to scroll");
    expect(pty.text()).toContain("› Question 5 ");
    pty.type("\x1b[<65;10;10M");
    await pty.shows("› Question 8 ");
    await click(pty, "Question 9 ");
    await pty.shows("› Question 9 ");
    await click(pty, "› Question 9 ");
    await pty.shows("turn 1 of 1");
    pty.type("q");
    await pty.shows("› Question 9 ");
    await click(pty, "help");
    await pty.shows("Help · Sessions");
    pty.type("q");
    await pty.shows("› Question 9 ");
    await click(pty, "GPT Restore");
    await pty.shows("Brief: ");
    pty.press("escape");
    await pty.shows("› Question 9 ");
    await quits(pty);
  });
});
