import { afterEach, expect, test, vi } from "vitest";
import { caseCount, sampleOf } from "./sample.ts";

afterEach(() => vi.unstubAllEnvs());

test("a sample has as many cases as asked for, from the first on, each once", () => {
  vi.stubEnv("REPRISE_WHOLE", "");
  expect(sampleOf([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 3, 5]);
  expect(sampleOf([1, 2], 5)).toEqual([1, 2]);
});

test("a campaign has all of its cases, or as many as asked for; a test run its own few", () => {
  vi.stubEnv("REPRISE_WHOLE", "1");
  expect(caseCount({ campaign: 200, test: 3 })).toBe(200);
  vi.stubEnv("REPRISE_CASES", "60");
  expect(caseCount({ campaign: 200, test: 3 })).toBe(60);
  expect(caseCount({ campaign: 40, test: 3 })).toBe(40);
  vi.stubEnv("REPRISE_WHOLE", "");
  expect(caseCount({ campaign: 200, test: 3 })).toBe(3);
});

test("the whole is every case", () => {
  vi.stubEnv("REPRISE_WHOLE", "1");
  expect(sampleOf([1, 2, 3], 1)).toEqual([1, 2, 3]);
});
