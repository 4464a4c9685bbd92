import { expect, test } from "vitest";
import type { Input } from "../kernel/input.ts";
import { bareTheme } from "../kernel/theme.ts";
import { widthOf } from "../text/width.ts";
import { type Composer, emptyComposer, rewritten, sent } from "./composer.ts";
import { graphemesOf } from "./edit-buffer.ts";
import { composerKeys } from "./keys.ts";
import { pressComposer } from "./press.ts";
import { composerPicture, textColumns } from "./view.ts";

const columns = 40;

function press(composer: Composer, ...keys: readonly (string | Input)[]): Composer {
  return keys.reduce<Composer>((now, key) => {
    const input: Input = typeof key === "string" ? keyOf(key) : key;
    return pressComposer(now, input, textColumns(columns)) ?? now;
  }, composer);
}

function keyOf(key: string): Input {
  const isNamed = composerKeys.some(({ keys }) => keys.includes(key));
  return { type: "key", key, text: isNamed ? null : key };
}

const paste = (text: string): Input => ({ type: "paste", text });
const write = (text: string) => press(emptyComposer, ...[...text].map((key) => (key === "\n" ? "ctrl+j" : key)));
const shown = (composer: Composer, most = 8, width = columns) =>
  composerPicture(composer, width, most, bareTheme, "Say something").lines.map((line) => line.trimEnd());

/** The text with a bar at the cursor. */
const bar = ({ buffer: { text, cursor } }: Composer) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

test("keys write, move by characters as a person sees them, and delete whole ones", () => {
  const composer = write("né👩‍👩‍👧漢");
  expect(bar(press(composer, "left", "left"))).toBe("né|👩‍👩‍👧漢");
  expect(bar(press(composer, "left", "backspace"))).toBe("né|漢");
  expect(bar(press(composer, "left", "left", "delete", "delete"))).toBe("né|");
});

test("two halves that become one character leave the cursor beside it", () => {
  const halves = write("🇩x🇪");
  expect(bar(press(halves, "left", "backspace"))).toBe("🇩🇪|");
});

test("words, lines and what was cut", () => {
  const composer = write("fix the login test\nand say why");
  expect(bar(press(composer, "alt+left", "alt+left"))).toBe("fix the login test\nand |say why");
  expect(bar(press(composer, "ctrl+w", "ctrl+w"))).toBe("fix the login test\nand |");
  expect(bar(press(composer, "ctrl+a", "ctrl+k"))).toBe("fix the login test\n|");
  expect(bar(press(composer, "ctrl+u", "ctrl+y", "ctrl+y"))).toBe("fix the login test\nand say whyand say why|");
  expect(bar(press(composer, "up", "ctrl+e", "ctrl+k"))).toBe("fix the login test|and say why");
});

test("undo takes a run of letters together, and a cut by itself", () => {
  const composer = press(write("one two"), "ctrl+w");
  expect(bar(composer)).toBe("one |");
  expect(bar(press(composer, "ctrl+-"))).toBe("one two|");
  expect(bar(press(composer, "ctrl+-", "ctrl+-"))).toBe("one |");
  expect(bar(press(composer, "ctrl+-", "ctrl+-", "ctrl+-", "ctrl+-", "ctrl+-"))).toBe("|");
});

test("up and down go through rows, and at the edges through what was sent, and back to what was being written", () => {
  let composer = sent(write("first"));
  composer = sent(press(composer, ..."second"));
  composer = press(composer, ..."half", "ctrl+j", ..."done");
  expect(bar(press(composer, "up"))).toBe("half|\ndone");
  expect(bar(press(composer, "up", "up"))).toBe("second|");
  expect(bar(press(composer, "up", "up", "up", "up", "up"))).toBe("first|");
  expect(bar(press(composer, "up", "up", "up", "down", "down"))).toBe("half|\ndone");
});

test("up and down keep to their column over short lines and wide characters", () => {
  const composer = press(write("漢字漢字\nab\nabcdefgh"), "left", "left");
  expect(bar(press(composer, "up"))).toBe("漢字漢字\nab|\nabcdefgh");
  expect(bar(press(composer, "up", "up"))).toBe("漢字漢|字\nab\nabcdefgh");
});

test("a large paste is one word to the eye and the cursor, and whole when it is sent", () => {
  const lines = Array.from({ length: 120 }, (_, index) => `line ${index}`).join("\n");
  const composer = press(write("see "), paste(lines), ..." ok");
  expect(shown(composer)).toEqual(["› see [pasted 120 lines] ok"]);
  expect(composer.buffer.text).toBe(`see ${lines} ok`);
  expect(sent(composer).history).toEqual([`see ${lines} ok`]);
  expect(bar(press(composer, "left", "left", "left", "backspace"))).toBe("see | ok");
  expect(bar(press(composer, "alt+left", "alt+left"))).toBe(`see |${lines} ok`);
});

test("a small paste is text like any other; what could act on a terminal becomes visible", () => {
  const composer = press(emptyComposer, paste("a\x1b[2J\x00\u202eb"));
  expect(composer.buffer.text).toBe("a␀<U+202E>b");
  expect(shown(composer)).toEqual(["› a␀<U+202E>b"]);
});

test("an empty composer says what it is for", () => {
  expect(shown(emptyComposer)).toEqual(["› Say something"]);
});

test("it is as high as its text up to a limit, and the cursor is within", () => {
  const composer = write("one\ntwo\nthree\nfour\nfive");
  expect(shown(composer, 3)).toEqual(["  three", "  four", "  five"]);
  const up = press(composer, "up", "up", "up", "up");
  expect(shown(up, 3)).toEqual(["› one", "  two", "  three"]);
  expect(composerPicture(up, columns, 3, bareTheme, "").cursor).toEqual({ row: 0, column: 5 });
});

test("a long line breaks between words, and the cursor is where the next letter will be", () => {
  const composer = write("the quick brown fox jumps over the lazy dog again");
  expect(shown(composer, 8, 24)).toEqual(["› the quick brown fox", "  jumps over the lazy", "  dog again"]);
  expect(composerPicture(composer, 24, 8, bareTheme, "").cursor).toEqual({ row: 2, column: 11 });
});

test("another text in its place can be undone", () => {
  expect(bar(press(rewritten(write("mine"), "edited"), "ctrl+-"))).toBe("mine|");
});

/** Seeded, so every run gets the same numbers. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pieces = ["a", "é", "e\u0301", "\u0301", "👩‍👩‍👧", "\u200d", "🇩", "🇪", "漢", "שלום", " ", "\t", "\ud83d", "한"];

test("after any edits the cursor is within the text, between two characters, and every row fits", () => {
  const actions = composerKeys.flatMap(({ keys }) => keys);
  for (let seed = 1; seed <= 150; seed += 1) {
    const next = numbers(seed);
    const pick = <Value>(from: readonly Value[]) => from[Math.floor(next() * from.length)] as Value;
    let composer = emptyComposer;
    for (let step = 0; step < 120; step += 1) {
      const dice = next();
      if (dice < 0.45) composer = press(composer, pick(pieces));
      else if (dice < 0.5) composer = press(composer, paste(`${pick(pieces)}\n`.repeat(step % 3 === 0 ? 20 : 2)));
      else if (dice < 0.52) composer = sent(composer);
      else composer = press(composer, pick(actions));
      const { text, cursor, folds } = composer.buffer;
      expect(isBorder(composer), `seed ${seed}, step ${step}: ${JSON.stringify(bar(composer))}`).toBe(true);
      for (const { start, end } of folds) expect(start < end && end <= text.length).toBe(true);
      expect(folds.some(({ start, end }) => start < cursor && cursor < end)).toBe(false);
      const picture = composerPicture(composer, 20, 5, bareTheme, "");
      expect(picture.lines.length).toBeLessThanOrEqual(5);
      for (const line of picture.lines) expect(widthOf(line)).toBeLessThanOrEqual(20);
      expect(picture.cursor.row).toBeLessThan(picture.lines.length);
      expect(picture.cursor.column).toBeLessThan(20);
    }
  }
});

/** Walks the whole text, fold by fold. */
function isBorder({ buffer: { text, cursor, folds } }: Composer): boolean {
  const edges = [0, ...folds.flatMap(({ start, end }) => [start, end]), text.length];
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const [from = 0, to = 0] = edges.slice(index, index + 2);
    if (cursor < from || cursor > to) continue;
    if (cursor === from || cursor === to) return true;
    const isFold = folds.some(({ start }) => start === from);
    return !isFold && [...graphemesOf(text.slice(from, to))].some((one) => from + one.index === cursor);
  }
  return false;
}
