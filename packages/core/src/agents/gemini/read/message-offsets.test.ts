import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageOffsets } from "./message-offsets.ts";

function offsetsIn(text: string, depth: number): number[] {
  const bytes = Buffer.from(text);
  return messageOffsets(bytes, { start: 0, end: bytes.length, depth });
}

describe("the places of the messages in a list", () => {
  it("are found in a patch and in a document, compact or not", () => {
    expect(offsetsIn('{"$set":{"messages":[{"a":1},{"b":[2]}],"x":1}}', 2)).toEqual([21, 29]);
    expect(offsetsIn('{\n "id": "messages",\n "messages": [ 1 , "a" ]\n}', 1)).toEqual([36, 40]);
  });

  it("are not those of another list of that name", () => {
    expect(offsetsIn('{"$set":{"inner":{"messages":[1]},"messages":[2]}}', 2)).toEqual([46]);
    expect(offsetsIn('{"text":"\\"messages\\":[1]","messages":"none"}', 1)).toEqual([]);
  });

  it("are none in what is not whole", () => {
    expect(offsetsIn('{"messages":[1,2', 1)).toEqual([]);
    expect(offsetsIn("", 1)).toEqual([]);
  });

  it("begin each element of any list", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.constantFrom(0, 2), (messages, other, indent) => {
        const text = JSON.stringify({ other, messages, last: other }, null, indent);
        const offsets = offsetsIn(text, 1);
        expect(offsets).toHaveLength(messages.length);
        for (const [index, message] of messages.entries()) {
          const rest = Buffer.from(text).subarray(offsets[index]).toString("utf8");
          expect(rest.startsWith(JSON.stringify(message, null, indent).split("\n")[0] ?? "")).toBe(true);
        }
      }),
    );
  });
});
