import { expect, test } from "vitest";
import { parseWish } from "./arguments.ts";

const names = ["list", "search"];

test("without arguments everything is measured", () => {
  expect(parseWish([], names)).toEqual({ only: [], scale: "full", samples: 7 });
});

test("a part can be asked for", () => {
  const argv = ["--only", "list,search", "--small", "--samples", "2"];
  expect(parseWish(argv, names)).toEqual({ only: names, scale: "small", samples: 2 });
});

test.each([[["--only", "lists"]], [["--samples", "0"]], [["--fast"]]])("%j is not understood", (argv) => {
  expect(() => parseWish(argv, names)).toThrow();
});
