import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FoldedText, fold } from "./fold.ts";

describe("folding", () => {
  it.each([
    ["Café", "cafe"],
    ["cafe\u0301", "cafe"],
    ["GRÖSSE Größe", "grosse grosse"],
    ["İstanbul ISPARTA ı", "istanbul isparta i"],
    ["Łódź œuvre Ærø", "lodz oeuvre aero"],
    ["ΟΔΟΣ όδος", "οδοσ οδοσ"],
    ["ＡＢＣ１２", "abc12"],
    ["ｶﾞｷﾞ", "ガギ"],
    ["한국", "한국"],
    ["\u1112\u1161\u11ab", "한"],
    ["ﬁle", "file"],
    ["がか", "がか"],
    ["编译器", "编译器"],
  ])("%j is %j", (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(new FoldedText(text).text).toBe(folded);
  });

  it("knows where each part comes from", () => {
    const text = "x Cafe\u0301s ﬁne ß!";
    const partOf = (wanted: string) => {
      const folded = new FoldedText(text);
      const at = folded.text.indexOf(wanted);
      return text.slice(...folded.rangeOf(at, at + wanted.length));
    };
    expect(partOf("cafe")).toBe("Cafe\u0301");
    expect(partOf("s f")).toBe("s ﬁ");
    expect(partOf("fine")).toBe("ﬁne");
    expect(partOf("ine")).toBe("ﬁne");
    expect(partOf("s!")).toBe("ß!");
    expect(partOf("x")).toBe("x");
  });

  it("is the same with and without positions, and folding twice changes nothing", () => {
    const letters = fc.constantFrom(..."aZ9 é\u0301\u0300ßœİıΣς编ガｶﾞ한\u1112\u1161\u11abﬁй…“😀_");
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const folded = fold(text);
        expect(new FoldedText(text).text).toBe(folded);
        expect(fold(folded)).toBe(folded);
        expect(new FoldedText(text).rangeOf(0, folded.length)[1]).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });
});
