import { expect, test } from "vitest";
import { innerNames } from "./inner-path.ts";

test("a backslash in the path of a chat's file leads elsewhere on Windows, and is a letter elsewhere", () => {
  expect(innerNames("a\\..\\b", "linux")).toEqual(["a\\..\\b"]);
  expect(() => innerNames("a\\..\\b", "win32")).toThrow("it has a backslash");
  for (const platform of ["linux", "darwin", "win32"] as const)
    expect(() => innerNames("C:\\Windows", platform)).toThrow("it is absolute");
});
