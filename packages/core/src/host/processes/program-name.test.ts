import { expect, test } from "vitest";
import { programName } from "./program-name.ts";

test.each([
  [["/usr/bin/codex", "app-server"], "codex"],
  [["/usr/bin/node", "--no-warnings", "/opt/gemini-cli/bundle/gemini.js", "-p", "x"], "gemini"],
  [["node", "/opt/reprise/dist/reprise.js"], "reprise"],
  [["node", "/opt/reprise/dist/reprise.js", "run", "open the door"], "reprise run"],
  [["node", "/opt/reprise/dist/reprise.js", "--plain"], "reprise"],
  [["node"], "node"],
  [["C:/tools/codex.exe"], "codex"],
  [["node", "/srv/cli.mjs"], "cli"],
  [[], null],
])("%j is called %s", (command, name) => {
  expect(programName(command)).toBe(name);
});
