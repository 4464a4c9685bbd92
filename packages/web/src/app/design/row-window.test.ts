import { expect, test } from "vitest";
import { matchesIn } from "./matches-in.ts";
import { rowAt, rowsInView, rowTops, scrolledTo } from "./row-window.ts";

const tops = rowTops([10, 20, 30, 40]);

test("rows lie one below the other", () => {
  expect([...tops]).toEqual([0, 10, 30, 60, 100]);
  expect([rowAt(tops, 0), rowAt(tops, 9), rowAt(tops, 10), rowAt(tops, 99), rowAt(tops, 500)]).toEqual([0, 0, 1, 3, 3]);
});

test("only rows in view are drawn, and some around them", () => {
  expect(rowsInView(tops, 10, 20, 0)).toEqual({ from: 1, to: 3 });
  expect(rowsInView(tops, 10, 5, 0)).toEqual({ from: 1, to: 2 });
  expect(rowsInView(tops, 40, 1, 15)).toEqual({ from: 1, to: 3 });
  expect(rowsInView(rowTops([]), 0, 100, 50)).toEqual({ from: 0, to: 0 });
});

test("ten thousand rows are as cheap as ten", () => {
  const many = rowTops(Array(10_000).fill(54));
  const { from, to } = rowsInView(many, 54 * 5000, 800, 600);
  expect(from).toBe(4988);
  expect(to - from).toBeLessThan(45);
});

test("scrolling goes only as far as needed", () => {
  expect(scrolledTo(tops, 0, 25, 40)).toBe(0);
  expect(scrolledTo(tops, 3, 0, 40)).toBe(60);
  expect(scrolledTo(tops, 1, 5, 40)).toBe(5);
});

test("every match is marked, in either case, and nothing is lost", () => {
  const parts = matchesIn("A.b a.B axb", ["a.b"]);
  expect(parts.filter(({ isMatch }) => isMatch).map(({ part }) => part)).toEqual(["A.b", "a.B"]);
  expect(parts.map(({ part }) => part).join("")).toBe("A.b a.B axb");
  expect(matchesIn("", ["a"])).toEqual([{ at: 0, part: "", isMatch: false }]);
});
