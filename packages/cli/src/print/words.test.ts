import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { time } from "../testing/sessions.ts";
import { bytes, count, grouped, localTime, shellWord, shortTime } from "./words.ts";

beforeAll(() => void vi.stubEnv("TZ", "Asia/Tokyo"));
afterAll(() => void vi.unstubAllEnvs());

test("times are local and short", () => {
  const now = new Date("2026-06-01T00:00:00Z");
  expect(localTime(time("2026-11-15T19:41:15.710Z"))).toBe("2026-11-16 04:41");
  expect(shortTime(time("2026-11-15T19:41:15.710Z"), now)).toBe("11-16 04:41");
  expect(shortTime(time("2025-12-31T14:59:59.000Z"), now)).toBe("2025-12-31");
  expect(shortTime(time("2025-12-31T15:00:00.000Z"), now)).toBe("01-01 00:00");
  expect(localTime(null)).toBe("no date");
});

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
