import type { Item } from "@reprise/model";
import { h } from "preact";
import { expect, test } from "vitest";
import { type Page, PageContext } from "../shell/page.ts";
import { draw, useSmallDocument } from "../test/small-document.ts";
import { ItemCard } from "./item-card.tsx";

useSmallDocument();

function textOf(body: Record<string, unknown>, isFolded: boolean): string {
  const item = { id: "i", at: null, isFromJournal: false, ...body } as unknown as Item;
  const source = { cuts: [] } as never;
  const card = h(ItemCard, { item, source, isFolded, onFold: () => undefined, href: "#" });
  const drawn = draw(h(PageContext.Provider, { value: {} as Page }, card));
  const text = drawn.root.textContent;
  drawn.leave();
  return text;
}

test.each([
  [{ kind: "notice", text: "The context was compacted." }, "The context was compacted."],
  [{ kind: "reasoning", text: "First the tests." }, "First the tests."],
  [{ kind: "prompt", text: "Fix it" }, "Fix it"],
])("the words of %j are there once, folded or not", (body, words) => {
  for (const isFolded of [true, false]) expect(textOf(body, isFolded).split(words)).toHaveLength(2);
});
