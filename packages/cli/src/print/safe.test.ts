import { safeBody, safeLine, safeText } from "@reprise/model";
import { safeJson } from "@reprise/model/json";
import { describe, expect, test } from "vitest";

/** Each would act on a terminal that printed it. */
export const bombs: Readonly<Record<string, string>> = {
  colour: "\u001b[31mred\u001b[0m",
  "clear screen": "\u001b[2J\u001b[H\u001b[3J",
  "8-bit CSI": "\u009b2J",
  "window title, ended by BEL": "\u001b]0;owned\u0007",
  "window title, ended by ST": "\u001b]2;owned\u001b\\",
  "8-bit OSC": "\u009d0;owned\u009c",
  "clipboard write": "\u001b]52;c;cm0gLXJmIC8=\u0007",
  hyperlink: "\u001b]8;;http://evil.example\u001b\\text\u001b]8;;\u001b\\",
  "device control string": "\u001bP1$r0m\u001b\\",
  "sixel, 8-bit": "\u0090q#0;2;0;0;0#0~\u009c",
  "application command": "\u001b_Gf=100;AAAA\u001b\\",
  "privacy message": "\u001b^x\u001b\\",
  "start of string": "\u001bXx\u001b\\",
  "unended OSC": "\u001b]0;never ends",
  "unended CSI": "\u001b[31",
  "reset terminal": "\u001bc",
  "character set": "\u001b(0\u000e",
  "a sequence inside a sequence": "\u001b\u001b[31m[31m",
  "a sequence made by taking one out": "\u001b\u001b]0;x\u0007]0;y\u0007",
  "carriage return": "rm -rf /\rls      ",
  backspace: "safe\b\b\b\bevil",
  bell: "\u0007",
  NUL: "a\u0000b",
  DEL: "a\u007fb",
  "next line, C1": "a\u0085b",
  "right-to-left override": "\u202egnp.exe",
  isolate: "\u2066x\u2069",
  "vertical tab and form feed": "\u000b\u000c",
  "answer-back": "\u001b[c\u001b[6n\u0005",
  "half a surrogate pair": "\ud83d x",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const dangerous = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

describe("text of agents", () => {
  test.each(Object.entries(bombs))("%s cannot act on a terminal", (_name, text) => {
    expect(safeText(text)).not.toMatch(dangerous);
    expect(safeText(text).isWellFormed()).toBe(true);
    expect(safeLine(`${text}\n${text}\t`)).not.toMatch(/[\n\t]/);
  });

  test.each(Object.entries(bombs))("%s stays exact in JSON, and harmless there too", (_name, text) => {
    expect(JSON.parse(safeJson({ text })).text).toBe(text);
    expect(safeJson({ text })).not.toMatch(dangerous);
  });

  test("colours go, words stay", () => {
    expect(safeText("\u001b[1;31mred\u001b[0m and \u001b]8;;http://x\u0007link\u001b]8;;\u0007")).toBe(
      "red and link",
    );
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
