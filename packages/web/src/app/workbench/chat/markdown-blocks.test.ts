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

test("nothing is lost or moved, and more text changes only the last piece", () => {
  const line = fc.constantFrom("a", "", "- b", "  c", "```", "~~~", "1. d", "# e");
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (before, after) => {
      const [text, more] = [before.map((one) => `${one}\n`).join(""), after.join("\n")];
      const blocks = markdownBlocks(text);
      expect(blocks.join("")).toBe(text);
      expect(markdownBlocks(text + more).slice(0, Math.max(0, blocks.length - 1))).toEqual(
        blocks.slice(0, -1),
      );
    }),
  );
});
