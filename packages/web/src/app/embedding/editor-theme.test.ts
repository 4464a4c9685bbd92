import { expect, test } from "vitest";
import { themeOf } from "./editor-theme.ts";

test.each([
  ["vscode-light", "light"],
  ["vscode-dark extra", "dark"],
  ["vscode-high-contrast", "dark"],
  ["vscode-high-contrast vscode-high-contrast-light", "light"],
  ["", null],
])("the classes %o of an editor mean %s", (classes, theme) => {
  expect(themeOf(classes)).toBe(theme);
});
