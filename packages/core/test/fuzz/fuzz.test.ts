import { expect, it } from "vitest";
import { fuzzCatalog } from "./catalog.ts";
import { fuzz } from "./fuzz.ts";

it("no mutation of a recording makes a reader throw, hang or contradict itself", async () => {
  expect(await fuzz({ rounds: 600 })).toEqual([]);
});

it("a catalog that was damaged or changed gives the answers of a fresh one, and never fails", async () => {
  expect(await fuzzCatalog({ rounds: 26 })).toEqual([]);
});
