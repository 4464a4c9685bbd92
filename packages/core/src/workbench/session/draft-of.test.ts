import { expect, test } from "vitest";
import { draftOf } from "./draft-of.ts";

test("a draft has its cursor, within its text, and an estimate of its tokens", () => {
  expect(draftOf({ text: "", cursor: 0, inputs: [] })).toBeNull();
  const draft = draftOf({ text: "Round all prices.", cursor: 99, inputs: [] });
  expect(draft).toMatchObject({ text: "Round all prices.", cursor: 17 });
  const twice = draftOf({ text: "Round all prices.".repeat(2), cursor: 0, inputs: [] });
  expect(draft?.tokens).toBeGreaterThan(0);
  expect(twice?.tokens).toBeGreaterThan(draft?.tokens ?? 0);
});
