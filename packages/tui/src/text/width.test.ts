import { visibleWidth } from "@earendil-works/pi-tui";
import { expect, it } from "vitest";
import { isAlone, isPlain, widthOf } from "./width.ts";

const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const plain = characters.filter(isPlain);
const alone = characters.filter(isAlone);

it("a plain character takes one column, any other that stands alone two", () => {
  expect(plain.length).toBeGreaterThan(900);
  expect(alone.length).toBeGreaterThan(30_000);
  expect(alone.filter((character) => visibleWidth(character) !== (isPlain(character) ? 1 : 2))).toEqual([]);
  expect(alone.filter((character) => widthOf(character) !== visibleWidth(character))).toEqual([]);
});

it("none of them is joined to another", () => {
  const segmenter = new Intl.Segmenter();
  const some = alone.filter((_, index) => index < 1500 || index % 97 === 0);
  for (const text of [some.join(""), some.toReversed().join(""), some.flatMap((one) => [one, "가", one]).join("")])
    expect([...segmenter.segment(text)]).toHaveLength(text.length);
});

it("what joins, hides or is drawn is not plain, nor does it stand alone", () => {
  for (const text of ["\t", "\x1b[1m", "\xad", "e\u0301", "か\u3099", "\u200d", "\u202e", "日\ufe00", "👩", "☎"])
    expect([isPlain(text), isAlone(text)]).toEqual([false, false]);
});

it("codes take no column", () => {
  expect(widthOf("\x1b[1m1–20\x1b[0m · 日…")).toBe(10);
});
