import { describe, expect, it } from "vitest";
import { onOneLine } from "./text.ts";

describe("onOneLine", () => {
  it("folds blanks and newlines", () => {
    expect(onOneLine("  fix\n\tthe   test ", 200)).toBe("fix the test");
  });

  it("cuts between characters and says so", () => {
    expect(onOneLine("abcdef", 4)).toBe("abc…");
    expect(onOneLine("ab🎉def", 4)).toBe("ab…");
  });

  it("does not look at the whole of a huge text", () => {
    expect(onOneLine("x".repeat(50_000_000), 200)).toHaveLength(200);
  });
});
