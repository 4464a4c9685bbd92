/**
 * Writes packages/core/src/catalog/scan/find-bytes.ts: the WebAssembly that a search runs over files which are not indexed yet, and the
 * characters that may stand for letters. After a change here or of `fold`: node scripts/find-bytes.ts
 *
 *   find(at, end, length) looks for `length` letters and digits, in any case, in the bytes [at, end):
 *     16 bytes at a time, the first and the last letter are compared; where both are right, all of them are
 *     a place that may hide letters, an escape (\u…) or a character that folds to letters, is returned as ~place: who called looks at its line
 *   returns the place, ~place, or 0
 */
import { writeFileSync } from "node:fs";
import { fold } from "../packages/model/src/search/fold.ts";

/** One bit for 16 code points, then the letters, then the bytes to search. */
const memory = { pages: 0, letters: 16 * 1024, text: 32 * 1024 };

const unsigned = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]);
const signed = (value: number): number[] => {
  const isLast = value >= -64 && value < 64;
  return isLast ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
};
const sized = (bytes: readonly number[]) => [...unsigned(bytes.length), ...bytes];

const number = (value: number) => [0x41, ...signed(value)];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const byteAt = [0x2d, 0, 0];
const vectorAt = [0xfd, 0, 0, 0];
const [eqz, ne, lessThan, atLeast] = [[0x45], [0x47], [0x49], [0x4f]];
const [ctz, add, minus, and, or, xor, shl, shr] = [[0x68], [0x6a], [0x6b], [0x71], [0x72], [0x73], [0x74], [0x76]];
const simd = (operation: number) => [0xfd, ...unsigned(operation)];
const [splat, equalBytes, bitmask, vectorAnd, vectorOr] = [simd(0x0f), simd(0x23), simd(0x64), simd(0x4e), simd(0x50)];
const blanks = [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0x20)];
const nothing = 0x40;
const block = (...body: number[][]) => [0x02, nothing, ...body.flat(), 0x0b];
const loop = (...body: number[][]) => [0x03, nothing, ...body.flat(), 0x0b];
const when = (condition: number[], ...body: number[][]) => [...condition, 0x04, nothing, ...body.flat(), 0x0b];
const leave = (depth: number) => [0x0c, depth];
const leaveIf = (depth: number, condition: number[]) => [...condition, 0x0d, depth];
const give = (value: number[]) => [...value, 0x0f];
const all = (...parts: number[][]) => parts.flat();

const [at, end, length, place, bits, index, byte, code, first, last, bytes] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
] as const;

/** A letter in lower case; digits stay what they are. */
const small = (value: number[]) => all(value, blanks, vectorOr);
const byteFrom = (address: number[]) => all(address, byteAt);
const letterAt = (position: number[]) => byteFrom(all(number(memory.letters), position, add));
const notPlace = all(get(place), number(-1), xor);

/** Runs `body` for each bit, with its place; the bit is gone by then. `leave(0)` is the next one. */
const forEachBit = (...body: number[][]) =>
  block(
    loop(
      leaveIf(1, all(get(bits), eqz)),
      all(get(at), get(bits), ctz, add, set(place)),
      all(get(bits), get(bits), number(1), minus, and, set(bits)),
      block(...body),
      leave(0),
    ),
  );

const sameLetters = all(
  leaveIf(0, all(get(end), get(place), get(length), add, lessThan)),
  all(number(1), set(index)),
  loop(
    when(all(get(index), get(length), atLeast), give(get(place))),
    all(byteFrom(all(get(place), get(index), add)), number(0x20), or),
    leaveIf(1, all(letterAt(get(index)), ne)),
    all(get(index), number(1), add, set(index)),
    leave(0),
  ),
);

/** Adds six bits of a character. */
const nextByte = (offset: number) =>
  all(get(code), number(6), shl, byteFrom(all(get(place), number(offset), add)), number(0x3f), and, or, set(code));

const mayHideLetters = all(
  leaveIf(0, all(get(place), get(end), atLeast)),
  all(byteFrom(get(place)), set(byte)),
  when(all(get(byte), number(0x80), lessThan), give(notPlace)),
  // Within a character.
  leaveIf(0, all(get(byte), number(0xc0), lessThan)),
  all(get(byte), number(0x1f), and, set(code)),
  when(all(get(byte), number(0xe0), atLeast), all(get(byte), number(0x0f), and, set(code))),
  when(all(get(byte), number(0xf0), atLeast), all(get(byte), number(0x07), and, set(code))),
  nextByte(1),
  when(all(get(byte), number(0xe0), atLeast), nextByte(2)),
  when(all(get(byte), number(0xf0), atLeast), nextByte(3)),
  all(byteFrom(all(get(code), number(7), shr)), get(code), number(4), shr, number(7), and, shr, number(1), and),
  leaveIf(0, eqz),
  give(notPlace),
);

const find = all(
  all(byteFrom(number(memory.letters)), splat, set(first)),
  all(letterAt(all(get(length), number(1), minus)), splat, set(last)),
  loop(
    when(all(get(at), get(end), atLeast), give(number(0))),
    all(get(at), vectorAt, set(bytes)),
    all(small(get(bytes)), get(first), equalBytes),
    all(small(all(get(at), get(length), add, number(1), minus, vectorAt)), get(last), equalBytes, vectorAnd),
    all(bitmask, set(bits)),
    forEachBit(sameLetters),
    all(get(bytes), number(0x5c), splat, equalBytes),
    all(get(at), number(1), add, vectorAt, number(0x75), splat, equalBytes, vectorAnd),
    // The highest bit of a byte: not ASCII.
    all(bitmask, get(bytes), bitmask, or, set(bits)),
    forEachBit(mayHideLetters),
    all(get(at), number(16), add, set(at)),
    leave(0),
  ),
  number(0),
);

const [i32, v128] = [0x7f, 0x7b];
const section = (id: number, body: readonly number[]) => [id, ...sized(body)];
const name = (text: string) => sized([...Buffer.from(text)]);

export function assembled(): Buffer {
  const locals = [2, ...[5, i32], ...[3, v128]];
  const body = [...locals, ...find, 0x0b];
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, ...sized([i32, i32, i32]), ...sized([i32])]),
    ...section(2, [1, ...name("host"), ...name("memory"), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name("find"), 0, 0]),
    ...section(10, [1, ...sized(body)]),
  ]);
}

/** Whether letters that a search compares come from it, or go with it: accents do, and what starts a colour code. */
export function mayStandForLetters(code: number): boolean {
  const folded = fold(String.fromCodePoint(code));
  return folded === "" || /[a-z0-9]/.test(folded) || code === 0x9b;
}

/** First and last of neighbouring pages of 16 characters. */
export function hidingPages(): [number, number][] {
  const ranges: [number, number][] = [];
  for (let page = 8; page <= 0x10ffff >> 4; page += 1) {
    const codes = Array.from({ length: 16 }, (_, index) => page * 16 + index);
    if (!codes.some((one) => (one < 0xd800 || one > 0xdfff) && mayStandForLetters(one))) continue;
    const range = ranges.at(-1);
    if (range && range[1] === page - 1) range[1] = page;
    else ranges.push([page, page]);
  }
  return ranges;
}

export function findBytesSource(): string {
  const pages = hidingPages()
    .map(([from, to]) => (from === to ? from.toString(16) : `${from.toString(16)}-${to.toString(16)}`))
    .join(" ");
  return `// Written by scripts/find-bytes.ts, which says what it does.

export const findBytesCode =
  "${assembled().toString("base64")}";

/** Where things are in its memory. */
export const findBytesMemory = { pages: ${memory.pages}, letters: ${memory.letters}, text: ${memory.text} } as const;

/** Pages of 16 characters with some that fold to letters or digits, or to nothing. */
export const hidingPages =
  "${pages}";
`;
}

if (import.meta.main)
  writeFileSync(new URL("../packages/core/src/catalog/scan/find-bytes.ts", import.meta.url), findBytesSource());
