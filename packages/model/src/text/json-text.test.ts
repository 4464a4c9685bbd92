import { describe, expect, it } from "vitest";
import { jsonText } from "./json-text.ts";

const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}1,2,3${"]".repeat(depth)}`);

describe("jsonText", () => {
  it("shows text as it is and indents the rest", () => {
    expect(jsonText("a\nb")).toBe("a\nb");
    expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(jsonText(null)).toBe("null");
    expect(jsonText(undefined)).toBe("");
  });

  it("does not indent what would become many times longer", () => {
    expect(jsonText(nested(20))).toContain("\n");
    expect(jsonText(nested(21))).not.toContain("\n");
    const long = Array.from({ length: 1_000_000 }, () => 1);
    expect(jsonText(long)).toHaveLength(2_000_001);
  });
});
