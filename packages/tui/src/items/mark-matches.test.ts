import { expect, test } from "vitest";
import { makeTheme } from "../kernel/theme.ts";
import { hasMatch, markMatches } from "./mark-matches.ts";

const theme = makeTheme({ hasColor: true });
const on = "\x1b[30;43m";
const off = "\x1b[39;49m";

test("every place is marked, whatever its case", () => {
  expect(markMatches("Cart and cart", ["CART"], theme)).toBe(`${on}Cart${off} and ${on}cart${off}`);
  expect(markMatches("nothing", ["cart"], theme)).toBe("nothing");
  expect(markMatches("cart", [""], theme)).toBe("cart");
  expect(markMatches("cart", [], theme)).toBe("cart");
});

test("a colour goes on after a mark, and a mark goes over a change of colour", () => {
  expect(markMatches("\x1b[31mred cart red\x1b[39m", ["cart"], theme)).toBe(
    `\x1b[31mred ${on}cart${off}\x1b[31m red\x1b[39m`,
  );
  expect(markMatches("ca\x1b[1mrt\x1b[22m", ["cart"], theme)).toBe(`${on}ca${off}\x1b[1m${on}rt${off}\x1b[1m\x1b[22m`);
});

test("a search for what codes are written with finds nothing", () => {
  expect(hasMatch("\x1b[31mred\x1b[39m", ["31"])).toBe(false);
  expect(hasMatch("\x1b[31mred\x1b[39m", ["ED"])).toBe(true);
});

test("letters that grow in lower case are still marked where they stand", () => {
  expect(markMatches("İ cart", ["cart"], theme)).toBe(`İ ${on}cart${off}`);
});

test("accents make no difference, in the row or in what is sought", () => {
  expect(markMatches("a café, a cafe\u0301 and a cafe", ["cafe"], theme)).toBe(
    `a ${on}café${off}, a ${on}cafe\u0301${off} and a ${on}cafe${off}`,
  );
  expect(markMatches("a cafe", ["café"], theme)).toBe(`a ${on}cafe${off}`);
  expect(markMatches("Straße", ["strasse"], theme)).toBe(`${on}Straße${off}`);
});
