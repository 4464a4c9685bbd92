import fc from "fast-check";
import { expect, test } from "vitest";
import { cipherWith } from "./cipher.ts";
import { newKey } from "./key.ts";

const bytes = fc.uint8Array({ maxLength: 300 });

test("what is sealed opens with the same key for the same place, whatever it is", () => {
  fc.assert(
    fc.property(bytes, fc.string(), (plain, place) => {
      const cipher = cipherWith(newKey());
      expect(cipher.open(cipher.seal(plain, place), place)).toEqual(Buffer.from(plain));
    }),
  );
});

test("any bit that flips is noticed", () => {
  const cipher = cipherWith(newKey());
  fc.assert(
    fc.property(bytes, fc.nat(), (plain, flipped) => {
      const sealed = cipher.seal(plain, "here");
      const bit = flipped % (sealed.length * 8);
      sealed[bit >> 3] = (sealed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(cipher.open(sealed, "here")).toBeNull();
    }),
    { numRuns: 1000 },
  );
  const sealed = cipher.seal(Buffer.from("every bit of a short text"), "here");
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(cipher.open(changed, "here")).toBeNull();
  }
});

test("whatever is cut off or added is noticed", () => {
  const cipher = cipherWith(newKey());
  const sealed = cipher.seal(Buffer.from("text"), "here");
  for (let length = 0; length < sealed.length; length += 1) {
    expect(cipher.open(sealed.subarray(0, length), "here")).toBeNull();
    expect(cipher.open(sealed.subarray(sealed.length - length), "here")).toBeNull();
  }
  expect(cipher.open(Buffer.concat([sealed, Buffer.alloc(1)]), "here")).toBeNull();
});

test("another key never opens it, nor does another place", () => {
  fc.assert(
    fc.property(bytes, fc.string(), fc.string(), (plain, place, other) => {
      const [mine, another] = [cipherWith(newKey()), cipherWith(newKey())];
      const sealed = mine.seal(plain, place);
      expect(another.open(sealed, place)).toBeNull();
      if (other !== place) expect(mine.open(sealed, other)).toBeNull();
    }),
    { numRuns: 500 },
  );
});

test("a nonce is never used again", () => {
  const cipher = cipherWith(newKey());
  const plain = Buffer.from("the same text");
  const nonces = new Set<string>();
  const count = 50_000;
  for (let made = 0; made < count; made += 1) nonces.add(cipher.seal(plain, "here").subarray(0, 12).toString("hex"));
  expect(nonces.size).toBe(count);
});

test("a key's id says nothing of the key, and differs from key to key", () => {
  const keys = Array.from({ length: 1000 }, newKey);
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1000);
  for (const { id, bytes } of keys) expect(bytes.toString("hex")).not.toContain(id);
});
