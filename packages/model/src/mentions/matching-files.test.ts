import { expect, test } from "vitest";
import { matchingFiles } from "./matching-files.ts";

const paths = ["docs/read.md", "src/reader/index.ts", "src/read.ts", "test/thread.ts", "Readme.md", "a\nb"];

test("file names come before folders, and short paths before long ones", () => {
  expect(matchingFiles(paths, "read")).toEqual([
    ...["src/read.ts", "docs/read.md", "Readme.md", "test/thread.ts", "src/reader/index.ts"],
  ]);
});

test("letters may be apart", () => {
  expect(matchingFiles(paths, "srit")).toEqual(["src/reader/index.ts"]);
  expect(matchingFiles(paths, "xyz")).toEqual([]);
});

test("without letters the shortest paths are offered; a name that is not UTF-8 is not", () => {
  expect(matchingFiles(paths, "").slice(0, 2)).toEqual(["a\nb", "Readme.md"]);
  expect(matchingFiles(["caf\uFFFD.txt"], "")).toEqual([]);
});
