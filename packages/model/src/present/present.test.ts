import type { Item } from "@reprise/model";
import { anyTurns } from "@reprise/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedLines } from "./changes.ts";
import { presented } from "./presented.ts";
import { textsOf, withTexts } from "./texts.ts";

/** Strings of an item that are no texts: what its kind and its parts are, and what no face shows. */
const noText = [
  /^(?:id|at|kind|what|status)$/,
  /^origin\./,
  /^changes\.\d+\.change$/,
  /^(?:image|mark)\./,
  /^stoppedAt$/,
];

const anyItem: fc.Arbitrary<Item> = fc
  .tuple(anyTurns, fc.string({ unit: "binary" }), fc.nat())
  .filter(([turns]) => turns.some(({ items }) => items.length > 0))
  .map(([turns, text, number]) => {
    const items = turns.flatMap((turn) => turn.items);
    const item = items[number % items.length] as Item;
    if (item.kind === "attachment") return { ...item, image: { mediaType: "image/png", base64: text } };
    if (item.kind !== "edit") return item;
    const changes = item.changes.map((change) => ({ ...change, movedTo: text }));
    return { ...item, changes, reason: text, stoppedAt: text };
  });

test("an item whose texts stay the same is the same item", () => {
  fc.assert(fc.property(anyItem, (item) => withTexts(item, (text) => text) === item));
});

test("every string of an item is one of its texts, or is known to be none", () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      const known = new Set([...textsOf(item)].map(({ field }) => field));
      const left = stringsIn(item, "").filter((path) => !known.has(fieldAt(path)));
      expect(left.filter((path) => !noText.some((one) => one.test(path)))).toEqual([]);
    }),
  );
});

test("each text can be replaced, and nothing else changes with it", () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      const other = withTexts(item, (text, { field }) => `${field}: ${text}`);
      for (const { field, value } of textsOf(other)) expect(value).toMatch(new RegExp(`^${field}: `));
      expect([...textsOf(other)].length).toBe([...textsOf(item)].length);
      const isLeft = (path: string) => noText.some((one) => one.test(path));
      expect(stringsIn(other, "").filter(isLeft)).toEqual(stringsIn(item, "").filter(isLeft));
    }),
  );
});

test("every text of an item is in what painters get, by reference", () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      const { subject, outcome, blocks } = presented(item);
      const shown: unknown[] = [subject, outcome?.reason, ...blocks.flatMap((block) => Object.values(block))];
      for (const { value } of textsOf(item)) if (value !== "") expect(shown).toContain(value);
    }),
  );
});

test("lines are counted as they are signed; an empty file has none", () => {
  const size = (change: "add" | "delete" | "update", diff: string | null) => changedLines([{ change, diff }]);
  expect(size("add", "a\n\nb\n")).toEqual({ added: 3, removed: 0 });
  expect(size("delete", "--- a")).toEqual({ added: 0, removed: 1 });
  expect(size("update", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n--y\n+z")).toEqual({ added: 1, removed: 2 });
  expect(size("add", "")).toEqual({ added: 0, removed: 0 });
  expect(size("update", null)).toEqual({ added: 0, removed: 0 });
});

function stringsIn(value: unknown, path: string): readonly string[] {
  if (typeof value === "string") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => stringsIn(inner, path === "" ? name : `${path}.${name}`));
}

/** `changes.0.diff` is the field `diff.0`; what is inside a value belongs to it. */
function fieldAt(path: string): string {
  const [, number, name] = /^changes\.(\d+)\.(\w+)$/.exec(path) ?? [];
  return name === undefined ? (path.split(".")[0] ?? "") : `${name}.${number}`;
}
