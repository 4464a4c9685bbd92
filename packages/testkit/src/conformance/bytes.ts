import fc from "fast-check";

/** A change to a file. */
type Change = (bytes: Buffer) => Buffer;

const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (bytes: Buffer, where: number) => Math.floor(where * bytes.length);

const flip = fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
  ([where, mask]): Change =>
    (bytes) => {
      const changed = Buffer.from(bytes);
      const index = Math.min(at(changed, where), changed.length - 1);
      if (changed.length > 0) changed[index] = (changed[index] ?? 0) ^ mask;
      return changed;
    },
);
const cut = place.map(
  (where): Change =>
    (bytes) =>
      bytes.subarray(0, at(bytes, where)),
);
const lose = fc.tuple(place, place).map(
  ([from, to]): Change =>
    (bytes) => {
      const [first, second] = [at(bytes, Math.min(from, to)), at(bytes, Math.max(from, to))];
      return Buffer.concat([bytes.subarray(0, first), bytes.subarray(second)]);
    },
);
const insert = (what: fc.Arbitrary<Uint8Array>) =>
  fc.tuple(place, what).map(
    ([where, added]): Change =>
      (bytes) => {
        const index = at(bytes, where);
        return Buffer.concat([bytes.subarray(0, index), added, bytes.subarray(index)]);
      },
  );
const glue = place.map(
  (where): Change =>
    (bytes) => {
      const newline = bytes.indexOf(10, at(bytes, where));
      return newline === -1 ? bytes : Buffer.concat([bytes.subarray(0, newline), bytes.subarray(newline + 1)]);
    },
);
const noise = [
  fc.integer({ min: 1, max: 5000 }).map((count) => new Uint8Array(count)),
  fc.uint8Array({ minLength: 1, maxLength: 200 }),
  fc
    .constantFrom([0xff, 0xfe], [0xc3, 0x28], [0xef, 0xbb, 0xbf], [13, 10], [123, 34], [93, 125, 10])
    .map((bytes) => Uint8Array.from(bytes)),
  fc.json().map((text) => new TextEncoder().encode(`\n${text}\n`)),
];

/** Flipped, cut off, lost, joined or overwritten bytes, or foreign ones inserted. */
export const anyDamage: fc.Arbitrary<Change> = fc.oneof(flip, cut, lose, glue, ...noise.map(insert));

/** Damages one line without touching its neighbours; each byte of the text is one character. */
export const damagedLine: fc.Arbitrary<(line: string) => string> = fc.oneof(
  place.map((where) => (line: string) => line.slice(0, Math.floor(where * line.length))),
  place.map((where) => (line: string) => line.slice(Math.floor(where * line.length))),
  fc
    .tuple(place, fc.constantFrom("\0", "\0\0\0\0", "\xff\xfe", '"', "{", "}}", "\\"))
    .map(([where, what]) => (line: string) => {
      const index = Math.floor(where * line.length);
      return line.slice(0, index) + what + line.slice(index);
    }),
  fc.constantFrom("", "not json", "[]", "null", "7", '"text"', "{}", "\0".repeat(4096)).map((text) => () => text),
);
