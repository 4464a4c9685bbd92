import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergedDraft, movedCursor } from "./merged-draft.ts";

describe("two pages change one draft", () => {
  test.each([
    ["only this one", "a", "ab", "a", "ab"],
    ["only the other", "a", "a", "ac", "ac"],
    ["in different places", "one two", "One two", "one two three", "One two three"],
    ["in different lines", "a\nb\nc", "a!\nb\nc", "a\nb\nc?", "a!\nb\nc?"],
    ["in the same place", "", "mine", "theirs", "mine\n\ntheirs"],
    ["one further than the other", "a", "abc", "ab", "abc"],
    ["one clears it, the other goes on writing", "a", "", "ab", "b"],
  ])("%s", (_, before, own, other, merged) => {
    expect(mergedDraft(before, own, other)).toBe(merged);
  });

  test("with nothing changed by one, the other's text is the result", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, changed) => {
        expect(mergedDraft(before, changed, before)).toBe(changed);
        expect(mergedDraft(before, before, changed)).toBe(changed);
        expect(mergedDraft(before, changed, changed)).toBe(changed);
      }),
    );
  });
});

test("the cursor stays at its characters", () => {
  expect(movedCursor("hello", "say hello", 2)).toBe(6);
  expect(movedCursor("hello", "hello you", 2)).toBe(2);
  expect(movedCursor("abc", "", 2)).toBe(0);
});
