import { clipped, type Item, type ItemBody, itemPlainText, markerOf, safeText, termsIn } from "@reprise/model";
import { growthProblems, itemsOf, type TextFunction } from "@reprise/testkit";
import { expect, it } from "vitest";
import { cursorPosition } from "../../src/composer/cursor-position.ts";
import { bufferOf, splice } from "../../src/composer/edit-buffer.ts";
import { rowsOfLine, linesOf as writtenLines } from "../../src/composer/layout.ts";
import { lineEnd, lineStart, wordAfter, wordBefore } from "../../src/composer/word-motion.ts";
import { itemRows } from "../../src/items/item-rows.ts";
import { splitInput } from "../../src/kernel/read-input.ts";
import { realigned } from "../../src/kernel/realign.ts";
import { bareTheme, makeTheme } from "../../src/kernel/theme.ts";
import { itemText } from "../../src/plain/item-text.ts";
import { isHit } from "../../src/screens/viewer/find/search-hits.ts";
import { shorten } from "../../src/screens/viewer/turns/shorten.ts";
import { cutLeft, cutTo, fit } from "../../src/text/fit.ts";
import { highlight } from "../../src/text/highlight.ts";
import { widthOf } from "../../src/text/width.ts";
import { wrap } from "../../src/text/wrap.ts";

const isWhole = process.env.REPRISE_WHOLE !== undefined;
const length = isWhole ? 128_000 : 8_000;
const theme = makeTheme({ hasColor: true });
const open = { columns: 80, isFolded: false, theme, search: "a" };

const functions: Readonly<Record<string, TextFunction>> = {
  "rows, unfolded": (text) => eachItem(text, (item) => itemRows(item, open)),
  "rows, folded": (text) => eachItem(text, (item) => itemRows(item, { ...open, isFolded: true })),
  itemWords: (text) => itemsOf(text).map(itemPlainText),
  "plain item": (text) => itemsOf(text).map((item) => itemText(item)),
  shorten: (text) => itemsOf(text).map((item) => shorten(item as Item, 10_000, "hint")),
  clipped: (text) => itemsOf(text).map(clipped),
  isHit: (text) => itemsOf(text).map((item) => isHit(item as Item, ["aa", "b"])),
  splitInput,
  aligned: (text) => realigned(safeText(text)),
  widthOf: (text) => widthOf(safeText(text)),
  wrap: (text) => wrap(safeText(text), 80),
  cutTo: (text) => cutTo(safeText(text), 80),
  cutLeft: (text) => cutLeft(safeText(text), 80),
  fit: (text) => fit(safeText(text), 80),
  marked: (text) => highlight(safeText(text), markerOf(termsIn("a aa [b")), "dim", bareTheme),
  termsIn,
  "composer, typed into": (text) => splice(bufferOf(text), 10, 10, "x"),
  "composer, laid out": (text) => {
    const buffer = bufferOf(text);
    for (const line of writtenLines(buffer)) rowsOfLine(buffer, line, 78);
    return cursorPosition(buffer, 78);
  },
  "composer, words": (text) => {
    const buffer = bufferOf(text);
    return [wordBefore(buffer), wordAfter({ ...buffer, cursor: 0 }), lineStart(buffer), lineEnd(buffer)];
  },
};

/** Keeps no result: collecting many at once would count as work. */
function eachItem(text: string, act: (item: ItemBody) => unknown): void {
  for (const item of itemsOf(text)) act(item);
}

it("no text makes the work of the screen grow faster than the text", { timeout: 600_000 }, () => {
  expect(growthProblems(functions, { length })).toEqual([]);
});
