import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";

const files = globSync("docs/decisions/*.md").sort();

it("decision records have a number each, which their heading repeats", () => {
  const numbers = files.map((file) => basename(file).slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  for (const [index, file] of files.entries())
    expect(readFileSync(file, "utf8").split("\n")[0]).toMatch(new RegExp(`^# (ADR )?${numbers[index]}\\b`));
});
