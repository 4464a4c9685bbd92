import { safeBody, safeLine, safeText } from "@reprise/model";
import { safeJson } from "@reprise/model/json";
import { describe, expect, test } from "vitest";
import { terminalSequences } from "../../test/support/terminal-sequences.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const dangerous = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

describe("text of agents", () => {
  test.each(Object.entries(terminalSequences))("%s cannot act on a terminal", (_name, text) => {
    expect(safeText(text)).not.toMatch(dangerous);
    expect(safeText(text).isWellFormed()).toBe(true);
    expect(safeLine(`${text}\n${text}\t`)).not.toMatch(/[\n\t]/);
  });

  test.each(Object.entries(terminalSequences))("%s stays exact in JSON, and harmless there too", (_name, text) => {
    expect(JSON.parse(safeJson({ text })).text).toBe(text);
    expect(safeJson({ text })).not.toMatch(dangerous);
  });

  test("colours go, words stay", () => {
    expect(safeText("\u001b[1;31mred\u001b[0m and \u001b]8;;http://x\u0007link\u001b]8;;\u0007")).toBe("red and link");
  });

  test("sequences of two and three characters go as a whole", () => {
    expect(safeText("a\u001bcb\u001b(0c\u001b7d\u001b=e")).toBe("abcde");
  });

  test("what is left of a sequence that never ends is shown, not swallowed", () => {
    expect(safeText("a\u001b]0;b\nc")).toBe("a␛]0;b\nc");
    expect(safeText("a\u001b[31\nc")).toBe("a␛[31\nc");
  });

  test("controls become visible signs", () => {
    expect(safeText("a\u0000b\rc\u007fd\u0085e\u202ef")).toBe("a␀b␍c␡d<U+0085>e<U+202E>f");
  });

  test("newlines, tabs, Windows line ends and every script pass", () => {
    const text = "a\tb\nüñ Ж 日本語 한국어 हिन्दी עברית 👩‍👩‍👧 é";
    expect(safeText(text)).toBe(text);
    expect(safeText("日本\r\nx")).toBe("日本\nx");
    expect(safeLine("a\nb\tc")).toBe("a␊b c");
  });

  test("takes time in proportion to the text, whatever it holds", () => {
    const repeat = 200_000;
    expect(safeBody(`${"\n".repeat(repeat)}x\n\n`)).toHaveLength(repeat + 1);
    for (const piece of ["\u001b[", "\u001b]", "\u009b1;", "\u001b]8;;", "\u001b(", "\u001b", "\u0090"]) {
      expect(safeText(piece.repeat(repeat))).not.toMatch(dangerous);
    }
  });
});
