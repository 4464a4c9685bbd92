import { describe, expect, test } from "vitest";
import { mappedPath, readPathMove } from "./path-map.ts";

describe("a path map", () => {
  const moves = ["/home/ann=/srv", "/home/ann/shop=/shop", "C:\\work=/work"].map(readPathMove);

  test.each([
    ["/home/ann", "/srv"],
    ["/home/ann/x", "/srv/x"],
    ["/home/ann/shop/src", "/shop/src"],
    ["/home/anna", "/home/anna"],
    ["/home/ann/shopping", "/srv/shopping"],
    ["C:\\work\\a", "/work\\a"],
    ["relative", "relative"],
  ])("%s is %s here", (path, here) => {
    expect(mappedPath(path, moves)).toBe(here);
  });

  test.each(["", "=", "/a", "/a=", "=/b", "a=/b", "/a=b"])("%j is none", (text) => {
    expect(() => readPathMove(text)).toThrow(/--map needs two absolute paths, OLD=NEW/);
  });
});
