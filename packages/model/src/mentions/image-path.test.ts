import { expect, test } from "vitest";
import { imagePathIn } from "./image-path.ts";

test.each([
  ["/tmp/x.png", "/tmp/x.png"],
  ["~/Pictures/x.JPEG", "~/Pictures/x.JPEG"],
  ["./x.webp", "./x.webp"],
  ["'/tmp/a b.png'", "/tmp/a b.png"],
  ['"/tmp/a b.png"', "/tmp/a b.png"],
  ["/tmp/a\\ b.png", "/tmp/a b.png"],
  ["file:///tmp/a%20b.png", "/tmp/a b.png"],
  ["file://localhost/tmp/x.gif", "/tmp/x.gif"],
])("%j is the image %j", (text, path) => {
  expect(imagePathIn(text, { isPasted: true })).toBe(path);
  expect(imagePathIn(text, { isPasted: false })).toBe(path);
});

test("a terminal may paste spaces as they are, and spaces around", () => {
  expect(imagePathIn(" /tmp/a b.png \n", { isPasted: true })).toBe("/tmp/a b.png");
  expect(imagePathIn("/tmp/a b.png", { isPasted: false })).toBeNull();
});

test.each([
  "x.png",
  "/tmp/x.txt",
  "/tmp/x",
  "see /tmp/x.png",
  "/a.png\n/b.png",
  "/tmp/\u001b.png",
  "",
  "file:///%zz.png",
])("%j is text", (text) => {
  expect(imagePathIn(text, { isPasted: true })).toBeNull();
});

test("a space before it makes it text", () => {
  expect(imagePathIn(" /tmp/x.png", { isPasted: false })).toBeNull();
});
