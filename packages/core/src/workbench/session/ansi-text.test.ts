import fc from "fast-check";
import { expect, test } from "vitest";
import { AnsiText, outputOf } from "./ansi-text.ts";

const colour = "\x1b[1;31mred\x1b[0m and \x1b]8;;http://a\x07link\x1b]8;;\x07 plain\n";

test("plain text stays as it is", () => {
  expect(outputOf("a\nb")).toEqual({ text: "a\nb", ansi: null });
});

test("however it is cut, no escape sequence is torn", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(colour.length), { maxLength: 6 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), colour.length];
      const printing = new AnsiText();
      const pieces = places.slice(1).map((end, index) => printing.push(colour.slice(places[index], end)));
      expect(pieces.map(({ text }) => text).join("")).toBe(outputOf(colour).text);
      expect(pieces.map(({ text, ansi }) => ansi ?? text).join("")).toBe(colour);
    }),
  );
});

test("what never ends is no sequence", () => {
  const printing = new AnsiText();
  expect(printing.push(`\x1b]0;${"x".repeat(5000)}`).ansi).toContain("x".repeat(5000));
});

test("output that is nothing but starts of sequences takes no longer than other output", () => {
  const starts = "\u009b]".repeat(200_000);
  expect(new AnsiText().push(`${starts}\x07end`).text).toMatch(/end$/);
});
