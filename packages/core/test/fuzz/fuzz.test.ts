import { expect, it } from "vitest";
import { fuzz } from "./fuzz.ts";

it("no mutation of a recording makes a reader throw, hang or contradict itself", async () => {
  expect(await fuzz({ rounds: 600 })).toEqual([]);
});
