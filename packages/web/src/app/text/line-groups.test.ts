import { expect, test } from "vitest";
import { lineGroups } from "./line-groups.ts";

test("nothing is lost, and lines that are added change only the last group", () => {
  const text = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join("");
  for (const whole of ["", "a", "a\n", "\n\n", text(40), text(101), `${text(80)}rest`])
    expect(lineGroups(whole).join("")).toBe(whole);
  expect(lineGroups(text(200)).slice(0, 2)).toEqual(lineGroups(text(90)).slice(0, 2));
  expect(lineGroups(text(200)).length).toBeGreaterThan(3);
});
