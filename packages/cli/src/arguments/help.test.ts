import { expect, test } from "vitest";
import { commandGroups, commandNames } from "./commands.ts";
import { helpText } from "./help.ts";
import { parseCall } from "./parse.ts";

const helpOf = (...argv: string[]) => {
  const { help } = parseCall(argv);
  return help === null ? "" : helpText(help);
};

test("the help fits a small screen and has every command, once, under what a person wants", () => {
  const text = helpOf("--help");
  expect(text.split("\n").length).toBeLessThanOrEqual(15);
  for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100);
  expect(text).toContain("Find      list · search · show · status · usage");
  expect(text).toContain("Work      project · review");
  expect(Object.values(commandGroups).flat().toSorted()).toEqual(commandNames().toSorted());
  expect(helpOf("help")).toBe(text);
});

test("--help --all has every command with what it does, in the same groups", () => {
  const text = helpOf("--help", "--all");
  expect(text).toMatch(/\nFind:\n {2}list +List sessions, last used first\n/);
  for (const name of commandNames()) expect(text).toMatch(new RegExp(`\\n {2}${name}( |\\n)`));
  expect(helpOf("help", "--all")).toBe(text);
});
