import { describe, expect, it } from "vitest";
import { ByteSearch } from "./byte-search.ts";

const bytesOf = (text: string) => Buffer.from(text, "latin1");

describe("Mark", () => {
  it("is found within bounds only", () => {
    const bytes = bytesOf('xx"id":"a","id":"b"');
    const mark = new ByteSearch('"id":"');
    expect(mark.first(bytes, 0, bytes.length)).toBe(2);
    expect(mark.first(bytes, 3, bytes.length)).toBe(11);
    expect(mark.first(bytes, 3, 16)).toBe(-1);
    expect(mark.first(bytes, 3, 17)).toBe(11);
    expect(mark.last(bytes, 0, bytes.length)).toBe(11);
    expect(mark.last(bytes, 0, 16)).toBe(2);
    expect(mark.last(bytes, 3, 16)).toBe(-1);
  });

  it("is found where a plain search finds it, in any bytes", () => {
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    const text = (length: number) =>
      Array.from({ length }, () => 'ab"\xe9'.charAt(random(4)))
        .join("")
        .slice(0, length);
    for (let round = 0; round < 3000; round += 1) {
      const bytes = bytesOf(text(random(60)));
      const what = text(1 + random(5));
      const mark = new ByteSearch(what);
      const from = random(bytes.length + 1);
      const part = bytes.subarray(from);
      const expected = (at: number) => (at === -1 ? -1 : from + at);
      expect(mark.first(bytes, from, bytes.length)).toBe(expected(part.indexOf(what, 0, "latin1")));
      expect(mark.last(bytes, from, bytes.length)).toBe(expected(part.lastIndexOf(what, undefined, "latin1")));
    }
  });
});
