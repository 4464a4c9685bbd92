import type { WorkbenchDraft } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { emptyDraft, isUnsaved, received, sending, typed } from "./draft-state.ts";

const of = (text: string, cursor = text.length): WorkbenchDraft => ({ text, cursor, tokens: 1, inputs: [] });

describe("a draft", () => {
  test("is unsaved from a key until it is sent", () => {
    const one = typed(emptyDraft, "a", 1);
    expect([isUnsaved(emptyDraft), isUnsaved(one), isUnsaved(sending(one))]).toEqual([false, true, false]);
  });

  test("does not change when the server repeats what it was given, even late", () => {
    const one = sending(typed(emptyDraft, "a", 1));
    const two = sending(typed(one, "ab", 2));
    const three = typed(two, "abc", 3);
    const after = received(received(three, of("a")), of("ab"));
    expect(after).toMatchObject({ text: "abc", cursor: 3, saved: "ab", sent: [] });
    expect(isUnsaved(after)).toBe(true);
  });

  test("comes back with its cursor", () => {
    expect(received(emptyDraft, of("unsent", 3))).toMatchObject({ text: "unsent", cursor: 3 });
  });

  test("takes over what another page wrote, and keeps what was typed here", () => {
    const here = typed(received(emptyDraft, of("fix it")), "fix it now", 10);
    const merged = received(here, of("Please fix it"));
    expect(merged).toMatchObject({ text: "Please fix it now", cursor: 17, saved: "Please fix it" });
    expect(isUnsaved(merged)).toBe(true);
  });

  test("is unsaved after the cursor was only moved, and a cursor of another page moves nothing", () => {
    const shown = received(emptyDraft, of("fix it", 3));
    const moved = typed(shown, "fix it", 1);
    expect([isUnsaved(shown), isUnsaved(moved), isUnsaved(sending(moved))]).toEqual([false, true, false]);
    const other = received(shown, of("fix it", 6));
    expect([other.cursor, isUnsaved(other)]).toEqual([3, false]);
  });

  test("is empty after another page sent it", () => {
    const shown = received(emptyDraft, of("go"));
    expect(received(shown, null).text).toBe("");
  });
});
