import { expect, test } from "vitest";
import { widthOf } from "./width.ts";
import { wordWrap, wrappedWords } from "./word-wrap.ts";

test("lines break between words, and keep their own breaks and indents", () => {
  expect(wrappedWords("See the sandbox first.\n\n  - one two", 12)).toBe("See the\nsandbox\nfirst.\n\n  - one two");
  expect(wrappedWords("as it is", null)).toBe("as it is");
});

test("a word that is wider than a line stays whole", () => {
  expect(wrappedWords("at https://example.org/long next", 10)).toBe("at\nhttps://example.org/long next");
});

test("a word is printed before its end where there is room for it, and waits for it near the end of a line", () => {
  const wrap = wordWrap(40);
  expect(wrap.push("A text that nev")).toBe("A text that nev");
  expect(wrap.push("er comes to its en")).toBe("er comes to its");
  expect(wrap.end()).toBe(" en");
});

test("in pieces it is the same as at once, and no line is too wide", () => {
  const text = "Die Prüfung 東京 läuft; then everything else follows, one word after another.\n\tEnd";
  for (const columns of [12, 20, 80]) {
    const whole = wrappedWords(text, columns);
    const wrap = wordWrap(columns);
    expect([...text].map((letter) => wrap.push(letter)).join("") + wrap.end()).toBe(whole);
    expect(whole.replace(/\s+/g, " ")).toBe(text.replace(/\s+/g, " "));
    for (const line of whole.split("\n")) if (/ /.test(line.trim())) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  }
});
