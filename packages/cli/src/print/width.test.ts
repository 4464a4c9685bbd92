import { expect, test } from "vitest";
import { cut, cutLeft, padEnd, padStart, widthOf } from "./width.ts";

test.each([
  ["", 0],
  ["plain", 5],
  ["naïve", 5],
  ["e\u0301", 1],
  ["日本語", 6],
  ["한국어", 6],
  ["\u1112\u1161\u11ab", 2],
  ["ｆｕｌｌ", 8],
  ["ﾊﾝｶｸ", 4],
  ["，。", 4],
  ["👍", 2],
  ["👍🏽", 2],
  ["👩‍👩‍👧", 2],
  ["🇩🇪", 2],
  ["❤", 1],
  ["❤️", 2],
  ["1️⃣", 2],
  ["✅ done", 7],
  ["a\u200bb", 2],
  ["हिन्दी", 5],
  ["Ж…–·", 4],
])("%j is %i columns wide", (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test("a cut text has a mark and never more than the width, nor half a character", () => {
  expect(cut("short", 5)).toBe("short");
  expect(cut("longer", 5)).toBe("long…");
  expect(cut("日本語テキスト", 7)).toBe("日本語…");
  expect(cut("日本語テキスト", 6)).toBe("日本…");
  expect(cut("👩‍👩‍👧👩‍👩‍👧", 3)).toBe("👩‍👩‍👧…");
  expect(cut("anything", 1)).toBe("…");
  expect(cut("anything", 0)).toBe("");
});

test("a path keeps its end", () => {
  expect(cutLeft("/home/me/work", 8)).toBe("…me/work");
  expect(cutLeft("/ホーム/仕事", 7)).toBe("…/仕事");
});

test("padding counts columns", () => {
  expect(padEnd("日本", 6)).toBe("日本  ");
  expect(padStart("日本", 6)).toBe("  日本");
  expect(padEnd("long", 2)).toBe("long");
});
