import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { tables, withKeys } from "./guide-keys.ts";

test("the guide says the keys as they are; `node packages/tui/test/write-guide-keys.ts` writes them", () => {
  const guide = readFileSync(new URL("../../../docs/guide/keys.md", import.meta.url), "utf8");
  expect(guide).toBe(withKeys(guide));
});

test("every screen is in it", () => {
  const screens = readdirSync(new URL("../src/screens", import.meta.url));
  expect(screens.sort()).toEqual([
    "diff",
    "help",
    "live",
    "project",
    "projects",
    "restore",
    "review",
    "sessions",
    "status",
    "viewer",
  ]);
});

describe.each(tables)("%s", (_, table) => {
  test("no key means two things", () => {
    const keys = table.flatMap((row) => row.keys);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test("every key has a name that a terminal's input is given", () => {
    const named =
      /^(?:(?:ctrl\+|alt\+|shift\+)*(?:up|down|left|right|home|end|pageUp|pageDown|enter|escape|tab|space|backspace|delete|f\d+|\S))$/u;
    for (const key of table.flatMap((row) => row.keys)) expect(key).toMatch(named);
  });
});
