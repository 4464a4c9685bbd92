import { describe, expect, test } from "vitest";
import { pathProblem, pathsProblem } from "./part-path.ts";

describe("a path in a bundle", () => {
  test.each([
    ["", "is empty"],
    ["/etc/passwd", "is absolute"],
    ["//server/share", "is absolute"],
    ["../x", 'has the folder name ".."'],
    ["a/../../x", 'has the folder name ".."'],
    ["a/./b", 'has the folder name "."'],
    ["..", 'has the folder name ".."'],
    ["a//b", "has an empty folder name"],
    ["a/", "has an empty folder name"],
    ["a\\b", "has a backslash"],
    ["..\\x", "has a backslash"],
    ["a\0b", "has a control character"],
    ["a\nb", "has a control character"],
    ["\u001b[31m", "has a control character"],
    ["C:/x", "has a drive letter"],
    ["a/c:x", "has a drive letter"],
    ["a/NUL", "has the name of a Windows device"],
    ["aux.txt", "has the name of a Windows device"],
    ["com1", "has the name of a Windows device"],
    ["LPT¹.log", "has the name of a Windows device"],
    ["con .x/b", "has the name of a Windows device"],
    ["a./b", "has a name that ends with a dot or a space"],
    ["a ", "has a name that ends with a dot or a space"],
    ["\ud800", "is not valid Unicode"],
    ["x".repeat(256), "has a name longer than 255 bytes"],
    ["x/".repeat(600), "is longer than 1024 bytes"],
  ])("%j %s", (path, problem) => {
    expect(pathProblem(path)).toBe(problem);
  });

  test.each(["a", ".git/config", "…/é/漢字 1.txt", "console.log", "com10", "ab:c", "x".repeat(255), "..a", "...b"])(
    "%j is fine",
    (path) => {
      expect(pathProblem(path)).toBeNull();
    },
  );
});

describe("paths in one bundle", () => {
  test.each([
    [["a", "b", "a"], "is listed twice"],
    [["Read.me", "read.ME"], 'is the same file as "Read.me" on some systems'],
    [["\u00e9", "e\u0301"], 'is the same file as "\u00e9" on some systems'],
    [["straße", "STRASSE"], 'is the same file as "straße" on some systems'],
    [["a", "a/b"], 'needs a folder where "a" is a file'],
    [["A/b/c", "a/B"], 'needs a folder where "a/B" is a file'],
    [["fine", "../x"], 'has the folder name ".."'],
  ])("%j: %s", (paths, problem) => {
    expect(pathsProblem(paths)?.problem).toBe(problem);
  });

  test("may share folders", () => {
    expect(pathsProblem(["a/b", "a/c", "a/b.d", "ab", "B/a"])).toBeNull();
  });
});
