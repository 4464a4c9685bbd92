import { markerOf, termsIn } from "@reprise/model";
import { expect, it } from "vitest";
import type { Theme } from "../kernel/theme.ts";
import { highlight } from "./highlight.ts";

const shown: Theme = Object.assign((tone: string, text: string) => (text === "" ? "" : `<${tone}:${text}>`), {
  hasColor: false,
  isClickable: false,
});

it.each([
  ["login", "Fix LOGIN", "<dim:Fix ><match:LOGIN>"],
  ["fix login", "fix login, then login", "<match:fix><dim: ><match:login><dim:, then ><match:login>"],
  ["cafe", "Le Café", "<dim:Le ><match:Café>"],
  ["agent:codex ogin", "agent LOGIN", "<dim:agent L><match:OGIN>"],
  ['"the page"', "the page", "<match:the page>"],
  ["a.b", "axb a.b", "<dim:axb ><match:a.b>"],
  ["", "nothing", "<dim:nothing>"],
  ["  ", "nothing", "<dim:nothing>"],
])("%j in %j", (sought, text, expected) => {
  expect(highlight(text, markerOf(termsIn(sought)), "dim", shown)).toBe(expected);
});
