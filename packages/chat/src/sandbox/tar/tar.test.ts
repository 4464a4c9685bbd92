import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch } from "@reprise/testkit";
import { expect, test } from "vitest";
import type { SandboxFile } from "../sandbox.ts";
import { entriesOf } from "./read-tar.ts";
import { tarOf, tarSize } from "./write-tar.ts";

const file = (path: string, text: string, isExecutable = false): SandboxFile => ({
  path,
  sizeBytes: Buffer.byteLength(text),
  isExecutable,
  bytes: async function* () {
    yield Buffer.from(text);
  },
});

const files = [
  file("a", "x".repeat(511)),
  file("b/run", "#!/bin/sh", true),
  file("empty", ""),
  file("full", "y".repeat(1024)),
  file(`${"long".repeat(30)}/漢\n字`, "ü"),
  file("newline\nname", "n"),
];

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function entries(source: AsyncIterable<Uint8Array>) {
  const all: unknown[] = [];
  for await (const { path, kind, isExecutable, bytes } of entriesOf(source))
    all.push([path, kind, isExecutable, (await bytesOf(bytes())).toString()]);
  return all;
}

const expected = async () =>
  Promise.all(
    files.map(async ({ path, isExecutable, bytes }) => {
      return [path, "file", isExecutable, (await bytesOf(bytes())).toString()];
    }),
  );

test.each([1, 7, 512, 100_000])("an archive read in pieces of %i bytes has the same files", async (size) => {
  const bytes = await bytesOf(tarOf(files));
  expect(bytes.length).toBe(tarSize(files));
  expect(await entries(inPieces(bytes, size))).toEqual(await expected());
});

test("unread entries are skipped, and an archive cut off anywhere is refused", async () => {
  const bytes = await bytesOf(tarOf(files));
  const paths: string[] = [];
  for await (const { path } of entriesOf(inPieces(bytes, 100))) paths.push(path);
  expect(paths).toEqual(files.map(({ path }) => path));
  for (let length = 0; length < bytes.length - 1024; length += 97)
    await expect(entries(inPieces(bytes.subarray(0, length), 4096))).rejects.toThrow(/damaged/);
  bytes[10] = 1;
  await expect(entries(inPieces(bytes, 4096))).rejects.toThrow(/checksum/);
});

test("the system's tar reads ours, and we read what it writes", async () => {
  const scratch = await makeScratch("tar");
  try {
    const archive = join(scratch.root, "a.tar");
    writeFileSync(archive, await bytesOf(tarOf(files)));
    const out = join(scratch.root, "out");
    mkdirSync(out);
    execFileSync("tar", ["-xf", archive, "-C", out]);
    for (const { path, isExecutable, bytes } of files) {
      expect(readFileSync(join(out, path))).toEqual(await bytesOf(bytes()));
      expect((statSync(join(out, path)).mode & 0o100) !== 0).toBe(isExecutable);
    }
    for (const format of ["pax", "gnu"]) {
      execFileSync("ln", ["-sf", "a", "link"], { cwd: out });
      const made = execFileSync("tar", ["-cf", "-", `--format=${format}`, "--sort=name", "."], { cwd: out });
      const found = (await entries(inPieces(made, 1000))) as [string, string, boolean, string][];
      const plain = found.filter(([, kind]) => kind === "file").map(([path, ...rest]) => [path.slice(2), ...rest]);
      expect(plain.sort()).toEqual((await expected()).sort());
      expect(found.filter(([, kind]) => kind === "link").map(([path]) => path)).toEqual(["./link"]);
    }
  } finally {
    await scratch.remove();
  }
});
