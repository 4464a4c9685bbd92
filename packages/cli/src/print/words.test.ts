import { expect, test } from "vitest";
import { bytes, count, grouped, shellWord } from "./words.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [12_345, "12 kB"],
  [190_000_000, "190 MB"],
  [1_073_741_824, "1.1 GB"],
])("%i bytes are %s", (size, text) => expect(bytes(size)).toBe(text));

test("counts have their noun and groups of three", () => {
  expect([count(1, "hit"), count(0, "hit"), count(1234, "hit")]).toEqual(["1 hit", "0 hits", "1,234 hits"]);
  expect(grouped(1_234_567)).toBe("1,234,567");
});

test("a word for the shell is quoted only where it must be", () => {
  expect(["plain", "codex:a-b/c.d", "two words", "it's", "$(x)", ""].map(shellWord)).toEqual([
    "plain",
    "codex:a-b/c.d",
    "'two words'",
    "'it'\\''s'",
    "'$(x)'",
    "''",
  ]);
});
