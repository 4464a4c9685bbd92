import { sampleOf } from "@reprise/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentOf, joined, partOf, pieces } from "../../test/bundle/forge.ts";
import { packBundle } from "./pack-bundle.ts";
import { pathsProblem } from "./part-path.ts";
import { checkBundle, readBundle } from "./read-bundle.ts";

const name = fc.stringMatching(/^[a-zA-Z0-9_é漢 .-]{1,12}$/);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ max: 400_000, min: 0 }))
    .map(([byte, length]) => new Uint8Array(length).fill(byte)),
);
const parts = fc
  .array(fc.tuple(path, content), { maxLength: 8 })
  .filter((all) => pathsProblem(all.map(([one]) => one)) === null);
const sizes = fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 4 });
const about = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true })
  .filter((said) => !JSON.stringify(said).includes("__proto__"));

describe("any bundle", () => {
  test("comes back as it was, however its bytes and those of its parts are cut", async () => {
    const all = fc.asyncProperty(parts, about, sizes, sizes, async (files, said, cutIn, cutOut) => {
      const sources = files.map(([one, bytes]) => ({
        ...partOf(one, bytes),
        open: () => pieces(bytes, cutIn),
      }));
      const bundle = await joined(packBundle({ ...contentOf(...sources), about: said }));
      const { manifest, parts: read } = await readBundle(pieces(bundle, cutOut));
      const found: [string, Buffer][] = [];
      for await (const { part, bytes } of read) found.push([part.path, await joined(bytes)]);
      expect(found).toEqual(files.map(([one, bytes]) => [one, Buffer.from(bytes)]));
      expect(JSON.stringify(manifest.about)).toBe(JSON.stringify(said));
    });
    await fc.assert(all, { numRuns: process.env.REPRISE_WHOLE === "1" ? 2000 : 60 });
  });
});

describe("a small bundle", () => {
  const bundle = () =>
    joined(packBundle(contentOf(partOf("a.txt", "hello ".repeat(40)), partOf("b/c.bin", Buffer.from([0, 1, 2])))));

  test("is refused with any bit flipped", async () => {
    const whole = await bundle();
    const flips = sampleOf(
      Array.from({ length: whole.length * 8 }, (_, bit) => bit),
      700,
    );
    for (const bit of flips) {
      const bytes = Buffer.from(whole);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(checkBundle(pieces(bytes)), `bit ${bit}`).rejects.toThrow(
        /bundle is (?:damaged|not a|larger|refused)|made by a newer|has a manifest of/,
      );
    }
  });

  test("is refused cut off anywhere, and with any bytes after it", async () => {
    const whole = await bundle();
    for (const length of whole.keys())
      await expect(checkBundle(pieces(whole.subarray(0, length))), `${length}`).rejects.toThrow(/is damaged/);
    for (const more of ["\0", "x".repeat(32), whole])
      await expect(checkBundle(pieces(Buffer.concat([whole, Buffer.from(more)])))).rejects.toThrow(/is damaged/);
  });
});
