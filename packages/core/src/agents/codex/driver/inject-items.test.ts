import { describe, expect, test } from "vitest";
import { command, everyKind } from "../../../../test/codex-driver/history.ts";
import { responseItemsOf } from "../write/response-items.ts";
import { batchesOf } from "./inject-items.ts";

describe("batches", () => {
  const all = everyKind.flatMap(responseItemsOf);

  test.each([1, 100, 300, 1000, 10_000])("of at most %i characters hold everything once, in order", (most) => {
    const batches = batchesOf(everyKind, most);
    expect(batches.flat()).toEqual(all);
    expect(batches.every((batch) => batch.length > 0)).toBe(true);
    for (const batch of batches) {
      const isAlone = batch.length <= 2 && responseItemsCount(batch) === 1;
      expect(isAlone || JSON.stringify(batch).length <= most + 2).toBe(true);
    }
  });

  test("never part a call from its output", () => {
    const calls = Array.from({ length: 50 }, (_, index) => command(`c${index}`, "x".repeat(index), "y"));
    for (const batch of batchesOf(calls, 400)) {
      const ids = batch.map(({ call_id }) => call_id);
      expect(ids.filter((id, index) => ids.indexOf(id) === index)).toHaveLength(ids.length / 2);
    }
  });

  test("of nothing are none", () => {
    expect(batchesOf([])).toEqual([]);
  });
});

function responseItemsCount(batch: readonly { readonly [field: string]: unknown }[]): number {
  return new Set(batch.map(({ call_id }, index) => call_id ?? index)).size;
}
