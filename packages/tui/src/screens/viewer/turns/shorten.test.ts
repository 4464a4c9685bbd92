import type { Item } from "@reprise/model";
import { expect, test } from "vitest";
import { itemRows } from "../../../items/item-rows.ts";
import { bareTheme } from "../../../kernel/theme.ts";
import { itemLimit, shorten } from "./shorten.ts";

const said = (text: string) => ({ kind: "reply", id: "i", text }) as unknown as Item;
/** The last visible rows when unfolded. */
const endOf = (text: string) => {
  const { item, leftOut } = shorten(said(text), itemLimit, "show it");
  const rows = itemRows(item, {
    columns: 80,
    isFolded: false,
    theme: bareTheme,
    allHint: "show it",
    leftOut,
  });
  return { shown: rows.length - 1, last: rows.at(-1) };
};

test("a single line of millions of characters has no more lines: it goes on", () => {
  expect(endOf("x".repeat(20_000_000)).last).toBe("… line continues: show it");
  expect(shorten(said("x".repeat(2_000_000)), itemLimit, "show it").item).toMatchObject({
    text: expect.stringContaining("… 1,500,000 characters not loaded: show it"),
  });
});

test.each([20_000, 200_000])("of %i lines as many are left as are not shown", (count) => {
  const { shown, last } = endOf(Array.from({ length: count }, (_, line) => `line ${line}`).join("\n"));
  expect(last).toBe(`… ${(count - shown).toLocaleString("en-US")} more lines: show it`);
});
