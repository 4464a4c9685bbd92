import { join } from "node:path";
import { expect, it } from "vitest";
import { findFile } from "./find-file.ts";
import { ShownTexts } from "./shown-texts.ts";

const there =
  (...paths: string[]) =>
  async (path: string) =>
    paths.includes(path);

it("a file is looked for in every folder of the window, an absolute path as it is", async () => {
  const folders = ["/one", "/two"];
  const second = join("/two", "src/a.ts");
  expect(await findFile("src/a.ts", folders, there(second))).toBe(second);
  expect(await findFile("/elsewhere/a.ts", folders, there("/elsewhere/a.ts"))).toBe("/elsewhere/a.ts");
  expect(await findFile("a.ts", folders, there())).toBeNull();
  expect(await findFile("a.ts", [], there("a.ts"))).toBeNull();
});

it("texts are kept until their document is closed, and not without limit", () => {
  const texts = new ShownTexts(2);
  const [one, two, three] = [texts.add("one"), texts.add("two"), texts.add("three")];
  expect([one, two, three].map((id) => texts.get(id ?? ""))).toEqual([null, "two", "three"]);
  texts.remove(two ?? "");
  expect(texts.get(two ?? "")).toBeNull();
});
