import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { asTimestamp, type Timestamp } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contentOf, forged, partOf, pieces } from "../../test/bundle/forge.ts";
import { fileBytes } from "../host/files/file-bytes.ts";
import { bundleBytes, unpackBundle, writeBundle } from "./bundle-file.ts";
import type { PartSource } from "./pack-bundle.ts";
import { checkBundle, readBundle } from "./read-bundle.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("bundle");
});
afterEach(() => scratch.remove());

const inHome = (name: string) => join(scratch.home, name);

function logPart(beforeOpen: (time: number) => void): PartSource {
  const path = inHome("log");
  let time = 0;
  const { size } = statSync(path);
  return {
    path: "log",
    sizeBytes: size,
    open() {
      time += 1;
      beforeOpen(time);
      return fileBytes(path);
    },
  };
}

describe("a bundle file", () => {
  const write = (...parts: PartSource[]) => writeBundle(contentOf(...parts), inHome("x.bundle"), { replaces: false });

  test("is readable by its owner only, and never replaces another file unless that is wanted", async () => {
    const size = await write(partOf("a", "abc"));
    expect(statSync(inHome("x.bundle"))).toMatchObject({ size, mode: 0o100600 });
    await expect(write(partOf("a", "def"))).rejects.toThrow(/x\.bundle exists. Choose another name/);
    await writeBundle(contentOf(partOf("a", "other")), inHome("x.bundle"), { replaces: true });
    expect((await checkBundle(bundleBytes(inHome("x.bundle")))).totalBytes).toBe(5);
    expect(readdirSync(scratch.home)).toEqual(["x.bundle"]);
  });

  test("has a log that grows meanwhile up to where it was", async () => {
    writeFileSync(inHome("log"), "first\n");
    await write(logPart(() => appendFileSync(inHome("log"), "later\n")));
    await unpackBundle(bundleBytes(inHome("x.bundle")), inHome("out"));
    expect(readFileSync(inHome("out/log"), "utf8")).toBe("first\n");
  });

  test.each([
    ["shrinks before it is read", 1, () => truncateSync(inHome("log"), 2), /log became shorter/],
    ["shrinks while it is read", 2, () => truncateSync(inHome("log"), 2), /log became shorter/],
    ["is rewritten while it is read", 2, () => writeFileSync(inHome("log"), "FIRST\n"), /log changed/],
  ])("is not left behind if a part %s", async (_, when, act, why) => {
    writeFileSync(inHome("log"), "first\n");
    const part = logPart((time) => time === when && act());
    await expect(write(partOf("a", "abc"), part)).rejects.toThrow(why);
    expect(readdirSync(scratch.home)).toEqual(["log"]);
  });

  test("cannot be made of paths that it would refuse", async () => {
    await expect(write(partOf("../a", "abc"))).rejects.toThrow(/the path "..\/a" has the folder name/);
    expect(readdirSync(scratch.home)).toEqual([]);
  });

  test("larger than memory should be is packed and read piece by piece", async () => {
    const count = 100;
    const piece = Buffer.alloc(1024 * 1024, 7);
    const big: PartSource = {
      path: "big",
      sizeBytes: count * piece.length,
      async *open() {
        for (let index = 0; index < count; index += 1) yield piece;
      },
    };
    global.gc?.();
    const before = process.memoryUsage().arrayBuffers;
    await write(big);
    await checkBundle(bundleBytes(inHome("x.bundle")));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
  });
});

describe("unpacking", () => {
  test("restores contents, modes and times", async () => {
    const modifiedAt = asTimestamp("2026-01-02T03:04:05.678Z") as Timestamp;
    const parts = [
      { ...partOf("a/run.sh", "#!"), mode: "0755" as const, modifiedAt },
      { ...partOf("b.txt", "b"), mode: "0644" as const },
      partOf("secret", ""),
    ];
    await writeBundle(contentOf(...parts), inHome("x.bundle"), { replaces: false });
    await unpackBundle(bundleBytes(inHome("x.bundle")), inHome("out"));
    expect(readFileSync(inHome("out/a/run.sh"), "utf8")).toBe("#!");
    expect(statSync(inHome("out/a/run.sh"))).toMatchObject({
      mode: 0o100755,
      mtimeMs: Date.parse(modifiedAt),
    });
    expect(statSync(inHome("out/b.txt")).mode).toBe(0o100644);
    expect(statSync(inHome("out/secret"))).toMatchObject({ mode: 0o100600, size: 0 });
  });

  test("into a folder, a file or a link that exists is refused", async () => {
    const bundle = await forged([{ path: "a", content: "abc" }]);
    mkdirSync(inHome("folder"));
    symlinkSync(inHome("nowhere"), inHome("link"));
    for (const name of ["folder", "link"])
      await expect(unpackBundle(pieces(bundle), inHome(name))).rejects.toThrow(/exists. Name a folder/);
    expect(readdirSync(scratch.home).sort()).toEqual(["folder", "link"]);
    expect(readdirSync(inHome("folder"))).toEqual([]);
  });

  test("a bundle that turns out to be damaged leaves nothing", async () => {
    const bundle = await forged([
      { path: "a", content: "abc" },
      { path: "b", content: "def", sha256: "0".repeat(64) },
    ]);
    await expect(unpackBundle(pieces(bundle), inHome("out"))).rejects.toThrow(/its part b was changed/);
    await expect(unpackBundle(pieces(bundle.subarray(0, -1)), inHome("out"))).rejects.toThrow(/damaged/);
    expect(readdirSync(scratch.home)).toEqual([]);
  });

  test("a missing file, a folder and a pipe are named", async () => {
    await expect(readBundle(bundleBytes(inHome("none")))).rejects.toThrow(/none does not exist/);
    await expect(readBundle(bundleBytes(scratch.home))).rejects.toThrow(/is a folder, not a regular file/);
  });
});
