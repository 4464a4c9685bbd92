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

test("without letters the shortest paths are offered; names that no screen can show are not", () => {
  expect(matchingFiles(paths, "")[0]).toBe("Readme.md");
  expect(matchingFiles(paths, "")).not.toContain("a\nb");
});
