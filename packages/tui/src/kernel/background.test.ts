import { expect, test } from "vitest";
import { isLightIn, onLight } from "./background.ts";
import { makeTheme, type Tone } from "./theme.ts";

test.each([
  ["xterm, white", "\x1b]11;rgb:ffff/ffff/ffff\x07", true],
  ["kitty, black", "\x1b]11;rgb:0000/0000/0000\x1b\\", false],
  ["Solarized light", "\x1b]11;rgb:fdfd/f6f6/e3e3\x07", true],
  ["Alacritty's own", "\x1b]11;rgb:1d1d/1f1f/2121\x07", false],
  ["two digits, and how much shines through", "\x1b]11;rgba:f0/f0/f0/ff\x07", true],
  ["the colour of letters", "\x1b]10;rgb:ffff/ffff/ffff\x07", null],
  ["no colour that we know", "\x1b]11;white\x07", null],
  ["an answer about keys", "\x1b[?0u", null],
])("the answer of a terminal: %s", (_, report, isLight) => {
  expect(isLightIn(report)).toBe(isLight);
});

test("on a light background no tone is written in green, yellow or cyan, and what is marked stays as it is", () => {
  const theme = makeTheme({ hasColor: true });
  const tones: readonly Tone[] = ["good", "warn", "accent", "added", "removed", "bad", "dim", "bold"];
  const line = tones.map((tone) => theme(tone, tone)).join(" ");
  expect(line).toMatch(/\[3[236]m/);
  expect(onLight(line)).not.toMatch(/\[3[236]m/);
  expect(onLight(line)).toMatch(/\[34madded.*\[31mremoved/);
  for (const tone of ["highlight", "match"] as const) expect(onLight(theme(tone, "x"))).toBe(theme(tone, "x"));
});
