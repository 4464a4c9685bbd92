import fc from "fast-check";
import { expect, test } from "vitest";
import { markdownBlocks } from "./markdown-blocks.ts";

test("paragraphs are pieces; a fence and a list are one each", () => {
  const fence = "```ts\na\n\nb\n```\n\n";
  const list = "- a\n\n- b\n\n  more of b\n\n";
  expect(markdownBlocks(`One.\n\n${fence}${list}Two.`)).toEqual(["One.\n\n", fence, list, "Two."]);
});

test("a fence is not ended by a shorter one, or by one with words", () => {
  const fence = "````\n```\n\n```js\n\n````\n\n";
  expect(markdownBlocks(`${fence}End.`)).toEqual([fence, "End."]);
});

test("a list below a paragraph is one piece with it, also over blank lines; indented code is not split", () => {
  const list = "Do this:\n- a\n\n- b\n\n";
  const code = "Code:\n\n    a\n\n    b\n\n";
  expect(markdownBlocks(`${list}${code}End.`)).toEqual([list, code, "End."]);
});

test("a long list is split between its outermost items, and only where the next number follows", () => {
  const nested = "- a\n  - b\n".repeat(1000);
  const blocks = markdownBlocks(nested);
  expect(blocks.length).toBeGreaterThan(2);
  expect(blocks.every((block) => block.startsWith("- a\n"))).toBe(true);
  const numbered = Array.from({ length: 1000 }, (_, index) => `${index + 1}. step\n`).join("");
  expect(markdownBlocks(numbered)[1]).toMatch(/^3\d\d\. step\n/);
  expect(markdownBlocks("1. step\n".repeat(1000))).toHaveLength(1);
});

test("nothing is lost or moved, and more text changes only the last piece", () => {
  const line = fc.constantFrom(
    "a",
    "",
    "- b",
    "  c",
    "```",
    "~~~",
    "1. d",
    "2. d",
    "# e",
    "    f",
    `- ${"g".repeat(2000)}`,
  );
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (before, after) => {
      const [text, more] = [before.map((one) => `${one}\n`).join(""), after.join("\n")];
      const blocks = markdownBlocks(text);
      expect(blocks.join("")).toBe(text);
      expect(markdownBlocks(text + more).slice(0, Math.max(0, blocks.length - 1))).toEqual(blocks.slice(0, -1));
    }),
  );
});
