import { afterEach, expect, test, vi } from "vitest";
import { sampleOf } from "./sample.ts";

afterEach(() => vi.unstubAllEnvs());

test("a sample has as many cases as asked for, from the first on, each once", () => {
  vi.stubEnv("REPRISE_WHOLE", "");
  expect(sampleOf([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 3, 5]);
  expect(sampleOf([1, 2], 5)).toEqual([1, 2]);
});

test("the whole is every case", () => {
  vi.stubEnv("REPRISE_WHOLE", "1");
  expect(sampleOf([1, 2, 3], 1)).toEqual([1, 2, 3]);
});
