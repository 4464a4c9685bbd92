import fc from "fast-check";
import { expect, test } from "vitest";
import { cipherWith } from "./cipher.ts";
import { newKey } from "./key.ts";
import { newSealedLines, readSealedHeader, type SealedLines, sealedLines } from "./sealed-lines.ts";

const cipher = cipherWith(newKey());
const seal = (lines: SealedLines, texts: readonly string[]) => texts.map((text, index) => lines.seal(text, index + 1));
const open = (lines: SealedLines, sealed: readonly string[]) =>
  sealed.map((line, index) => lines.open(line, index + 1));

test("the lines of a file come back, opened by what its header says", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
      const written = newSealedLines(cipher);
      const sealed = seal(written, texts);
      expect(sealed.join("")).not.toContain("\n");
      const header = readSealedHeader(written.header, "f");
      if (header === null) throw new Error("no header");
      expect(header.keyId).toBe(cipher.keyId);
      expect(open(sealedLines(cipher, header), sealed)).toEqual(texts);
    }),
  );
});

test("a line that was swapped, moved, repeated or is from another file is noticed, and every other line opens", () => {
  const lines = newSealedLines(cipher);
  const [a = "", b = "", c = "", d = ""] = seal(lines, ["a", "b", "c", "d"]);
  expect(open(lines, [b, a, c, d])).toEqual([null, null, "c", "d"]);
  expect(open(lines, [a, c, d])).toEqual(["a", null, null]);
  expect(open(lines, [a, a, c, d])).toEqual(["a", null, "c", "d"]);
  const [foreign = ""] = seal(newSealedLines(cipher), ["a"]);
  expect(open(lines, [foreign, b])).toEqual([null, "b"]);
});

test("any other character in a line is noticed", () => {
  const lines = newSealedLines(cipher);
  const line = lines.seal("text!", 1);
  const characters = "AZaz09+/= \t-_\u00e9";
  for (let at = 0; at < line.length; at += 1)
    for (const character of characters)
      if (line[at] !== character) expect(lines.open(line.slice(0, at) + character + line.slice(at + 1), 1)).toBeNull();
  for (const changed of [`${line}=`, ` ${line}`, `${line}\r`, line.slice(1), "", "{}"])
    expect(lines.open(changed, 1)).toBeNull();
});

test("a plain file has no header; a changed or newer one is refused", () => {
  const { header } = newSealedLines(cipher);
  expect(readSealedHeader('{"type":"manifest","version":1}', "f")).toBeNull();
  expect(readSealedHeader("", "f")).toBeNull();
  expect(() => readSealedHeader(header.replace('"version":1', '"version":2'), "f")).toThrow(
    "f is encrypted by a newer Reprise. Update Reprise.",
  );
  expect(() => readSealedHeader(header.replace(/"keyId":"./, '"keyId":"'), "f")).toThrow(
    "The first line of f was changed",
  );
});
