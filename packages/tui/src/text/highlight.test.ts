import { expect, it } from "vitest";
import type { Theme } from "../kernel/theme.ts";
import { highlight, searchPattern } from "./highlight.ts";

const shown: Theme = Object.assign((tone: string, text: string) => (text === "" ? "" : `<${tone}:${text}>`), {
  hasColor: false,
});

it.each([
  ["login", "Fix LOGIN", "<dim:Fix ><match:LOGIN>"],
  ["fix login", "fix login, then login", "<match:fix login><dim:, then ><match:login>"],
  ['"the page"', "the page", "<match:the><dim: ><match:page>"],
  ["a.b", "axb a.b", "<dim:axb ><match:a.b>"],
  ["", "nothing", "<dim:nothing>"],
  ["  ", "nothing", "<dim:nothing>"],
])("%j in %j", (sought, text, expected) => {
  expect(highlight(text, searchPattern(sought), "dim", shown)).toBe(expected);
});
