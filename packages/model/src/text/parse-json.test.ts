import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxDepth, parseJson } from "./parse-json.ts";

const nested = (depth: number, inner = "1") => `${"[".repeat(depth)}${inner}${"]".repeat(depth)}`;
const marker = `[nested deeper than ${maxDepth} levels: shown as raw text] `;

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function innermost(value: unknown): unknown {
  return Array.isArray(value) ? innermost(value[0]) : value;
}

describe("parseJson", () => {
  it("reads what JSON.parse reads, up to the deepest level", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(parseJson(nested(maxDepth))).toEqual(JSON.parse(nested(maxDepth)));
    expect(parseJson(nested(maxDepth, '"[[[["'))).toEqual(JSON.parse(nested(maxDepth, '"[[[["')));
  });

  it.each([1, 2, 3_000, 1_000_000])("shows %i levels too many as raw text", (more) => {
    const value = parseJson(nested(maxDepth + more));
    expect(depthOf(value)).toBe(maxDepth);
    expect(innermost(value)).toBe(marker + nested(more));
  });

  it("keeps what is beside a deep value, and quotes and backslashes in it", () => {
    const inner = String.raw`{"a\\\"}[": "]\""}`;
    const value = parseJson(`{"before": 1, "deep": ${nested(maxDepth - 1, inner)}, "after": [{"b": "}"}]}`);
    expect(value).toMatchObject({ before: 1, after: [{ b: "}" }] });
    expect(innermost((value as { deep: unknown }).deep)).toBe(marker + inner);
  });

  it("throws for what is not JSON, however deep", () => {
    expect(() => parseJson("[".repeat(100_000))).toThrow(SyntaxError);
    expect(() => parseJson("")).toThrow(SyntaxError);
  });
});
