import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLine } from "./parse-line.ts";

const isRecord = (value: object) => "type" in value && "timestamp" in value;
const record = (n: number) => `{"timestamp":"2026","type":"x","payload":{"n":${n},"inner":{"type":"y"}}}`;

function parsed(line: string | Buffer, isOpenEnded = false) {
  const bytes = Buffer.from(line);
  const { values, damage } = parseLine(bytes, 0, bytes.length, { isOpenEnded, isRecord });
  return {
    numbers: values.map((value) => (value as { payload?: { n?: number } }).payload?.n),
    damage: damage.map(({ kind, at }) => ({ kind, at })),
  };
}

describe("parseLine", () => {
  it("reads a whole record without damage", () => {
    expect(parsed(record(1))).toEqual({ numbers: [1], damage: [] });
  });

  it("keeps the record that follows a cut-off one on the same line", () => {
    expect(parsed(record(1).slice(0, 40) + record(2))).toEqual({
      numbers: [2],
      damage: [{ kind: "glued", at: 0 }],
    });
  });

  it("keeps both of two records that lost the newline between them", () => {
    expect(parsed(record(1) + record(2))).toEqual({ numbers: [1, 2], damage: [{ kind: "glued", at: 0 }] });
  });

  it("keeps the first of two when the second is cut off, and takes no inner object for a record", () => {
    expect(parsed(record(1) + record(2).slice(0, -1), true)).toEqual({
      numbers: [1],
      damage: [{ kind: "glued", at: 0 }],
    });
  });

  it("calls a cut-off last line torn", () => {
    expect(parsed(record(1).slice(0, -5), true)).toEqual({ numbers: [], damage: [{ kind: "torn", at: 0 }] });
  });

  it("calls a cut-off line in the middle torn, and other text not JSON", () => {
    expect(parsed(record(1).slice(0, -5)).damage).toEqual([{ kind: "torn", at: 0 }]);
    expect(parsed("hello").damage).toEqual([{ kind: "not-json", at: 0 }]);
  });

  it("reads behind NUL bytes and says where they are", () => {
    expect(parsed(`\0\0\0${record(3)}`)).toEqual({ numbers: [3], damage: [{ kind: "nul", at: 0 }] });
    expect(parsed("\0\0\0")).toEqual({ numbers: [], damage: [{ kind: "nul", at: 0 }] });
  });

  it("reads behind a byte order mark", () => {
    expect(parsed(`\uFEFF${record(4)}`)).toEqual({ numbers: [4], damage: [{ kind: "bom", at: 0 }] });
  });

  it("keeps a record with bytes that are not UTF-8, and says where the first one is", () => {
    const before = Buffer.from('{"timestamp":"2026","type":"é","payload":{"n":5,"text":"a');
    const line = Buffer.concat([before, Buffer.from([0xff]), Buffer.from('b"}}')]);
    expect(parsed(line)).toEqual({ numbers: [5], damage: [{ kind: "invalid-utf8", at: before.length }] });
  });

  it("does not take a replacement character that was really written for damage", () => {
    expect(parsed('{"timestamp":"2026","type":"\uFFFD","payload":{"n":6}}')).toEqual({
      numbers: [6],
      damage: [],
    });
  });

  it("never throws, and ends soon, on any bytes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.boolean(),
        (bytes, isOpenEnded) => void parsed(Buffer.from(bytes), isOpenEnded),
      ),
    );
    expect(parsed("{".repeat(300_000)).damage).toEqual([{ kind: "torn", at: 0 }]);
    expect(parsed('{"'.repeat(300_000)).damage).toEqual([{ kind: "torn", at: 0 }]);
  });
});
