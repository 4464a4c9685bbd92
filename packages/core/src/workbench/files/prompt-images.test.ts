import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { keptImageName } from "@reprise/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepImage, mostImageBytes } from "./prompt-images.ts";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "prompt-images-")), "inputs");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

const png = (tail: string) => Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from(tail)]);

test("an image is stored for its owner only, once", () => {
  const { kind, path } = keepImage(folder, png("a"));
  expect(kind).toBe("image");
  expect(readFileSync(path)).toEqual(png("a"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(keepImage(folder, png("a")).path).toBe(path);
  expect(path.endsWith(".png")).toBe(true);
});

test("what is no image, or too large, is refused and not stored", () => {
  expect(() => keepImage(folder, Buffer.from("#!/bin/sh"))).toThrow(/no PNG/);
  expect(() => keepImage(folder, png("x".repeat(mostImageBytes)))).toThrow(/at most 10 MB/);
  expect(() => readdirSync(folder)).toThrow();
});

test.each([
  ["Screenshot 2026-11-19.png", "Screenshot 2026-11-19.png"],
  ["übersicht.final.JPG", "übersicht.final.png"],
  ["../../a/b\\c\nd.png", "c_d.png"],
  ["../..", "image.png"],
  ["sk4f9d8e7c6b5a4f3e2d1c0b9a8f7e6d.png", "image.png"],
  ["", "image.png"],
])("an image %j is known as %j", (name, shown) => {
  const { path } = keepImage(folder, png("a"), name);
  expect(readdirSync(folder)).toEqual([basename(path)]);
  expect(keptImageName(path)).toBe(shown);
});

test("only the newest are kept", () => {
  for (let number = 0; number < 203; number += 1) keepImage(folder, png(String(number)));
  expect(readdirSync(folder)).toHaveLength(200);
});
