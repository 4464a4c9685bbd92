import { describe, expect, it } from "vitest";
import { growthProblems } from "./growth.ts";

const blanks = { blanks: (length: number) => `${" ".repeat(length)}x` };

describe("growthProblems", () => {
  it("names a function whose work grows with the square of the text", () => {
    // Three times, so that even a fast machine has enough work to compare.
    const trimmed = (text: string) => [1, 2, 3].map(() => text.replace(/ +$/, ""));
    expect(growthProblems({ trimmed }, { length: 8_000, texts: blanks })).toEqual([
      expect.stringMatching(/^trimmed on blanks: \d+\.\d times the work/),
    ]);
  });

  it("names a function that throws", () => {
    const spread = (text: string) => Math.max(...text.split("").map(Number));
    expect(growthProblems({ spread }, { length: 512_000, texts: blanks })[0]).toContain("RangeError");
  });

  it("names no function whose work grows with the text, however slow it is", () => {
    const slow = (text: string) => {
      let sum = 0;
      for (let at = 0; at < text.length * 300; at += 1) sum += Math.sqrt(at);
      return sum;
    };
    expect(growthProblems({ slow }, { length: 128_000, texts: blanks })).toEqual([]);
  });
});
