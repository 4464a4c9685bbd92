import { growthProblems } from "@reprise/testkit";
import { expect, it } from "vitest";
import { textFunctions } from "./text-functions.ts";

/** A quadratic function takes a second for the longest text. */
const length = process.env.REPRISE_WHOLE ? 512_000 : 32_000;

it("no text makes the work of a function grow faster than the text", { timeout: 600_000 }, async () => {
  expect(growthProblems(textFunctions(), { length })).toEqual([]);
});
