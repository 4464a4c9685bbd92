import { safeText } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { dangerous } from "../../../test/support/lines.ts";
import { terminalSequences } from "../../../test/support/terminal-sequences.ts";
import { safeStream } from "./safe-stream.ts";

function streamed(pieces: readonly string[]): string {
  const stream = safeStream();
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

describe("text that comes in pieces", () => {
  test.each(Object.entries(terminalSequences))("%s cannot act on a terminal, wherever it is cut", (_name, sequence) => {
    const text = `before ${sequence} after`;
    for (let at = 0; at <= text.length; at++) {
      const shown = streamed([text.slice(0, at), text.slice(at)]);
      expect(shown).not.toMatch(dangerous);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown).toBe(safeText(text));
    }
    expect(streamed([...text].flatMap((character) => character.split("")))).toBe(safeText(text));
  });

  test("is shown at once where nothing is cut", () => {
    const stream = safeStream();
    expect(stream.push("hello ")).toBe("hello ");
    expect(stream.push("wor\u001b[3")).toBe("wor");
    expect(stream.push("1mld")).toBe("ld");
    expect(stream.push("\ud83d")).toBe("");
    expect(stream.push("\ude00\r")).toBe("😀");
    expect(stream.push("\nx")).toBe("\nx");
  });

  test("a sequence that never ends is not held for ever", () => {
    const stream = safeStream();
    expect(stream.push(`\u001b]0;${"x".repeat(10_000)}`)).not.toBe("");
    expect(stream.push("\n")).not.toMatch(dangerous);
  });

  test("takes time in proportion to the text", () => {
    for (const piece of ["\u001b[", "\u001b]", "\u009b1;", "\u001b", "\r", "\ud83d"]) {
      expect(streamed([piece.repeat(100_000), piece.repeat(100_000)])).not.toMatch(dangerous);
    }
  });
});
