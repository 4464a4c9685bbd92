import { describe, expect, test } from "vitest";
import { clean, cleanOutput, cleanValue, mostCharacters } from "./clean-text.ts";

describe("clean", () => {
  test("leaves a text alone that every server takes", () => {
    expect(clean("a\nb 漢字 👩‍👩‍👧")).toEqual({ text: "a\nb 漢字 👩‍👩‍👧", isCut: false });
  });

  test("makes NUL and half a pair visible", () => {
    expect(clean("a\0b\0c\ud800").text).toBe("a␀b␀c\ufffd");
  });

  test("cuts out the middle of what is longer than it may be, and says how much", () => {
    expect(clean("x".repeat(400), 400)).toEqual({ text: "x".repeat(400), isCut: false });
    const text = `${"a".repeat(200)}${"-".repeat(3)}${"b".repeat(200)}`;
    expect(clean(text, 401)).toEqual({
      text: `${"a".repeat(200)}\n[… 3 characters left out …]\n${"b".repeat(200)}`,
      isCut: true,
    });
    expect(clean("x".repeat(mostCharacters)).isCut).toBe(false);
    expect(clean("x".repeat(mostCharacters + 1)).isCut).toBe(true);
  });

  test("never leaves half of what it has cut through", () => {
    const { text } = clean("👩".repeat(300), 402);
    expect(text.isWellFormed()).toBe(true);
  });
});

describe("cleanOutput", () => {
  test("is cut sooner where letters weigh more, and never later than asked for", () => {
    expect(cleanOutput("x".repeat(40_000)).isCut).toBe(false);
    expect(cleanOutput("x".repeat(40_001)).isCut).toBe(true);
    expect(cleanOutput("é".repeat(13_000)).isCut).toBe(false);
    expect(cleanOutput("é".repeat(13_001)).isCut).toBe(true);
    expect(cleanOutput("x".repeat(1_001), 1_000).isCut).toBe(true);
  });
});

describe("cleanValue", () => {
  test("cleans every text and every name in it, and leaves the rest", () => {
    const given = { "na\0me": ["a\0", { deep: "b\ud800" }], count: 7, isOn: false, none: null };
    expect(cleanValue(given)).toEqual({
      value: { "na␀me": ["a␀", { deep: "b\ufffd" }], count: 7, isOn: false, none: null },
      isCut: false,
    });
    for (const value of [null, undefined, 3]) expect(cleanValue(value)).toEqual({ value, isCut: false });
  });

  test("cuts texts and names alike", () => {
    const [[name = "", text = ""] = []] = Object.entries(
      cleanValue({ ["n".repeat(500)]: "t".repeat(500) }, 400).value as Record<string, string>,
    );
    expect([name, text].every((one) => one.includes("100 characters left out"))).toBe(true);
    expect(JSON.stringify(cleanValue(["t".repeat(500)], 400).value)).toContain("100 characters left out");
    expect(cleanValue({ ["n".repeat(401)]: 1 }, 400).isCut).toBe(true);
    expect(cleanValue(["a", { deep: "t".repeat(401) }], 400).isCut).toBe(true);
  });
});
