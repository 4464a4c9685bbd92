import { expect, it } from "vitest";
import { cutTo, fit } from "./fit.ts";
import { widthOf } from "./width.ts";

const cuts = ["日本語👩‍👩‍👧テスト text", "日本語x한국어テスト text"].flatMap((text) =>
  Array.from({ length: 15 }, (_, index) => [text, index + 1] as const),
);

it("cuts wide characters without half of one and without a code", () => {
  for (const [text, columns] of cuts) {
    const cut = cutTo(text, columns);
    expect(widthOf(cut)).toBeLessThanOrEqual(columns);
    expect(widthOf(cut)).toBeGreaterThanOrEqual(columns - 1);
    expect(cut.endsWith("…")).toBe(true);
    expect(cut).not.toContain("\x1b");
    expect(widthOf(fit("日本語テスト and text", columns))).toBe(columns);
  }
});
