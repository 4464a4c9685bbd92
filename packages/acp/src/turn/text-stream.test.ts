import fc from "fast-check";
import { expect, test } from "vitest";
import { TextStream } from "./text-stream.ts";

test("however a text is cut and repeated, an editor reads it once", () => {
  const pieces = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 8 });
  const repeats = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(pieces, repeats, fc.nat(8), (parts, isRepeated, streamedCount) => {
      const stream = new TextStream((key) => key);
      const updates = parts.slice(0, streamedCount).flatMap((part, index) => {
        const soFar = parts.slice(0, index + 1).join("");
        const updates = [...stream.delta("reply", "k", part)];
        if (isRepeated[index]) updates.push(...stream.item("reply", { key: "k", text: soFar, isComplete: false }));
        return updates;
      });
      const whole = { key: "k", text: parts.join(""), isComplete: true };
      updates.push(...stream.item("reply", whole), ...stream.item("reply", whole));
      const read = updates.map((update) =>
        "content" in update && update.content && "text" in update.content ? update.content.text : "",
      );
      expect(read.join("")).toBe(whole.text);
    }),
  );
});
