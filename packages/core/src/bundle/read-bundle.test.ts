import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { contentOf, forged, headerOf, joined, partOf, pieces } from "../../test/bundle/forge.ts";
import { compressed } from "./compression.ts";
import { sealed } from "./envelope.ts";
import { usualLimits } from "./limits.ts";
import { packBundle } from "./pack-bundle.ts";
import { checkBundle, readBundle } from "./read-bundle.ts";

const read = (bytes: Uint8Array, limits = usualLimits) => checkBundle(pieces(bytes), { name: "x.bundle", limits });

describe("a forged bundle with valid hashes", () => {
  test.each([
    ["../x", /the path "\.\.\/x" has the folder name "\.\."/],
    ["/etc/x", /the path "\/etc\/x" is absolute/],
    ["a\\b", /has a backslash/],
    ["a\0", /the path "a\\u0000" has a control character/],
    ["c:x", /has a drive letter/],
    ["NUL.txt", /has the name of a Windows device/],
  ])("is refused with a part at %j", async (path, why) => {
    await expect(
      read(
        await forged([
          { path: "ok", content: "1" },
          { path, content: "2" },
        ]),
      ),
    ).rejects.toThrow(why);
  });

  test("is refused with two parts at one path, or a part where another needs a folder", async () => {
    const both = (...paths: string[]) => forged(paths.map((path) => ({ path, content: "" })));
    await expect(read(await both("a", "A"))).rejects.toThrow(/is the same file as "a" on some systems/);
    await expect(read(await both("a/b", "a"))).rejects.toThrow(/needs a folder where "a" is a file/);
  });

  test("is refused with a link, a foreign mode or any field that the format does not have", async () => {
    const link = { path: "a", content: "", link: "/etc/passwd" };
    await expect(read(await forged([link]))).rejects.toThrow(/manifest is not valid \(parts\.0: .*link/);
    for (const part of [{ mode: "4755" }, { mode: "0777" }, { sizeBytes: -1 }, { sizeBytes: 0.5 }])
      await expect(read(await forged([{ path: "a", content: "", ...part }]))).rejects.toThrow(/not valid/);
    await expect(read(await forged([], { parts: "none" }))).rejects.toThrow(/not valid/);
    await expect(read(await forged([], { v: 2 }))).rejects.toThrow(/not valid/);
  });

  test("is refused if it holds more or less than its manifest says", async () => {
    const part = { path: "a", content: "abc" };
    await expect(read(await forged([part], {}, "more"))).rejects.toThrow(/more than its manifest says/);
    await expect(read(await forged([{ ...part, sizeBytes: 9 }], { totalBytes: 9 }))).rejects.toThrow(/cut off/);
    await expect(read(await forged([part], { totalBytes: 4 }))).rejects.toThrow(/does not add up/);
    await expect(read(await forged([{ ...part, sha256: "0".repeat(64) }]))).rejects.toThrow(/its part a was changed/);
  });

  test("is refused past a limit, before its parts are read", async () => {
    const two = await forged([
      { path: "a", content: "abc" },
      { path: "b", content: "def" },
    ]);
    await expect(read(two, { ...usualLimits, parts: 1 })).rejects.toThrow(/it has 2 parts. The limit is 1/);
    await expect(read(two, { ...usualLimits, totalBytes: 5 })).rejects.toThrow(
      /it holds 6 bytes. The limit is 5; --max-size raises it/,
    );
    await expect(read(two, { ...usualLimits, manifestBytes: 20 })).rejects.toThrow(/has a manifest of \d+ bytes/);
    const claims = await forged([{ path: "a", content: "", sizeBytes: 2 ** 50 }], { totalBytes: 2 ** 50 });
    await expect(read(claims)).rejects.toThrow(/The limit is/);
  });

  test("that expands without end is given up after what its manifest declares", async () => {
    const manifest = (await readBundle(pieces(await forged([{ path: "a", content: "x" }])))).manifest;
    const text = Buffer.from(JSON.stringify(manifest));
    let made = 0;
    async function* endless() {
      yield text;
      for (; made < 1000; made += 1) yield Buffer.alloc(1024 * 1024, "x");
    }
    const bomb = sealed(headerOf(text), compressed(endless()));
    await expect(checkBundle(bomb)).rejects.toThrow(/its part a was changed|more than its manifest says/);
    expect(made).toBeLessThan(1000);
  });

  test("is refused with bytes hidden between its end and its seal", async () => {
    const whole = await forged([{ path: "a", content: "abc" }]);
    const body = Buffer.concat([whole.subarray(0, -32), Buffer.from("hidden")]);
    const seal = createHash("sha256").update(body).digest();
    await expect(read(Buffer.concat([body, seal]))).rejects.toThrow(/bytes after its end|cannot be decompressed/);
  });
});

describe("a file of another format", () => {
  test("is not a bundle; a newer bundle is refused with its version", async () => {
    await expect(read(Buffer.from("PK\u0003\u0004 something else"))).rejects.toThrow(
      /x\.bundle is not a Reprise bundle/,
    );
    await expect(read(Buffer.from(`reprise-bundle ${"1".repeat(200)}`))).rejects.toThrow(/is not a Reprise bundle/);
    await expect(read(Buffer.alloc(0))).rejects.toThrow(/x\.bundle is damaged: it is cut off/);
    const newer = Buffer.from("reprise-bundle 2 other fields\n...");
    await expect(read(newer)).rejects.toMatchObject({ code: "newer-version", message: /bundle format 2/ });
  });
});

describe("parts", () => {
  const three = () => packBundle(contentOf(partOf("a", "one"), partOf("b", "two"), partOf("c", "three")));

  test("may be skipped or left in the middle", async () => {
    const { parts } = await readBundle(three());
    const seen: string[] = [];
    for await (const { part, bytes } of parts) {
      if (part.path === "b") for await (const piece of bytes) if (piece.length > 0) break;
      if (part.path === "c") seen.push((await joined(bytes)).toString());
    }
    expect(seen).toEqual(["three"]);
  });

  test("close their source when the reader stops early", async () => {
    let isClosed = false;
    async function* source() {
      try {
        yield* three();
      } finally {
        isClosed = true;
      }
    }
    const { parts } = await readBundle(source());
    for await (const _ of parts) break;
    await expect.poll(() => isClosed).toBe(true);
    isClosed = false;
    await (await readBundle(source())).close();
    await expect.poll(() => isClosed).toBe(true);
  });
});
