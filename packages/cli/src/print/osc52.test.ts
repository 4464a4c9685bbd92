import { expect, test } from "vitest";
import { clipboardSequence } from "./osc52.ts";

const text = "words ".repeat(200);
const coded = Buffer.from(text).toString("base64");

test("a text goes to the terminal as it is, also in tmux", () => {
  for (const env of [{}, { TMUX: "/tmp/tmux-0/default,1,0" }, { STY: "1.here", TMUX: "/tmp/tmux-0/default,1,0" }])
    expect(clipboardSequence(text, env)).toBe(`\u001b]52;c;${coded}\u0007`);
});

test("screen is asked to hand it on, in pieces short enough for it", () => {
  const pieces = clipboardSequence(text, { STY: "1.here" }).split("\u001b\\");
  expect(pieces.pop()).toBe("");
  expect(pieces.every((piece) => piece.startsWith("\u001bP") && piece.length <= 202)).toBe(true);
  expect(pieces.map((piece) => piece.slice(2)).join("")).toBe(`\u001b]52;c;${coded}\u0007`);
});
