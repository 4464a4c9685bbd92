import type { ItemBody } from "@reprise/model";
import { expect, test } from "vitest";
import { bareTheme, makeTheme } from "../kernel/theme.ts";
import { RowCache } from "./row-cache.ts";

const item = (text: string): ItemBody => ({ kind: "prompt", text });
const options = { columns: 40, isFolded: false, theme: bareTheme };

test("the same item is laid once, and again for another width, fold, theme or text", () => {
  const cache = new RowCache();
  const prompt = item("Hello");
  const rows = cache.rows("1", prompt, options);
  expect(cache.rows("1", prompt, options)).toBe(rows);
  expect(cache.laidCount).toBe(1);
  cache.rows("1", prompt, { ...options, columns: 20 });
  cache.rows("1", prompt, { ...options, columns: 20, isFolded: true });
  cache.rows("1", prompt, { ...options, theme: makeTheme({ hasColor: true }) });
  expect(cache.rows("1", item("Hello again"), options)).toEqual(["› Hello again"]);
  expect(cache.laidCount).toBe(5);
});

test("what was not looked at for longest goes first", () => {
  const cache = new RowCache(3);
  const items = [1, 2, 3, 4].map((number) => item(`Item ${number}`));
  const look = (index: number) => cache.rows(String(index), items[index] ?? item(""), options);
  look(0);
  look(1);
  look(2);
  look(0);
  look(3);
  expect(cache.laidCount).toBe(4);
  look(0);
  look(3);
  expect(cache.laidCount).toBe(4);
  look(1);
  expect(cache.laidCount).toBe(5);
});
