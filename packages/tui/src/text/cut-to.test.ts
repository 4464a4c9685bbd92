import { expect, it } from "vitest";
import { cutTo, fit } from "./fit.ts";
import { widthOf } from "./width.ts";

it("cuts wide characters without half of one and without a code", () => {
  for (let columns = 1; columns < 16; columns += 1) {
    const cut = cutTo("日本語👩‍👩‍👧テスト text", columns);
    expect(widthOf(cut)).toBeLessThanOrEqual(columns);
    expect(widthOf(cut)).toBeGreaterThanOrEqual(columns - 1);
    expect(cut.endsWith("…")).toBe(true);
    expect(cut).not.toContain("\x1b");
    expect(widthOf(fit("日本語テスト and text", columns))).toBe(columns);
  }
});
