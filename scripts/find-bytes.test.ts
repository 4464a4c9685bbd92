import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findBytesSource, hidingPages, mayStandForLetters } from "./find-bytes.ts";

const written = readFileSync(new URL("../packages/core/src/catalog/scan/find-bytes.ts", import.meta.url), "utf8");

describe("the code that finds bytes", () => {
  it("is what its script writes from the fold of today", () => {
    expect(written).toBe(findBytesSource());
  });

  it("stops at every character that folds to letters, also in a text of several", () => {
    const pages = hidingPages();
    const isHiding = (code: number) => pages.some(([from, to]) => from <= code >> 4 && code >> 4 <= to);
    for (const text of ["é", "e\u0301", "ﬁ", "ｋ", "ß", "\u212A", "ſ", "①", "㎏", "𝐤", "\u009b"])
      expect(
        [...text].some((one) => isHiding(one.codePointAt(0) ?? 0)),
        text,
      ).toBe(true);
    for (const text of ["“", "…", "─", "✓", "編", "あ", "д", "→"])
      expect(isHiding(text.codePointAt(0) ?? 0), text).toBe(false);
    expect(mayStandForLetters(0x2014)).toBe(false);
  });
});
