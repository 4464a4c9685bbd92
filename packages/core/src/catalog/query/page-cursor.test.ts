import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./page-cursor.ts";

const row = (updatedAt: string, thread = "a") => ({
  updatedAt,
  agent: "codex",
  thread,
  home: "/home/me/.codex",
});
const [newer, older] = [row("2026-11-15T12:00:00.123Z"), row("2026-11-15T11:00:00.000Z")];

describe("the cursor of a page", () => {
  test("is short: the time of the last row, and the query it belongs to", () => {
    const cursor = encodeCursor("12ab34", newer, older);
    expect(cursor).toMatch(/^12ab34-[0-9a-z]{8}$/);
    expect(decodeCursor(cursor, "12ab34")).toEqual({ updatedAt: newer.updatedAt, row: null });
  });

  test.each([
    ["the next row has the same time", newer, row(newer.updatedAt, "b")],
    ["its time is finer than a millisecond", row("2026-11-15T12:00:00.123456Z"), older],
    ["its time is no time", row("long ago"), older],
  ])("names the row if %s", (_, last, following) => {
    const { updatedAt, ...rest } = last;
    expect(decodeCursor(encodeCursor("12ab34", last, following), "12ab34")).toEqual({ updatedAt, row: rest });
  });

  test.each(["", "x", "12ab34-", "12ab34-zzzzzzzzzzz", "12ab34-k3!", "WyJhIl0"])("%j is none", (text) => {
    expect(() => decodeCursor(text, "12ab34")).toThrow("This is not a cursor.");
  });

  test("of another query is refused", () => {
    for (const following of [older, row(newer.updatedAt, "b")])
      expect(() => decodeCursor(encodeCursor("12ab34", newer, following), "99ffee")).toThrow("another query");
  });
});
