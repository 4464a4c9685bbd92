import { describe, expect, test } from "vitest";
import { isSince, lackOf, type ReleaseTable, versionIn } from "./releases.ts";

const table: ReleaseTable = {
  title: "Agent",
  packages: /^agent$/,
  update: "npm install -g agent",
  rows: [
    { ability: "run", since: "0.9", instead: null },
    { ability: "inject", since: "0.124", instead: "a session file" },
    { ability: "fork", since: null, instead: "a replay" },
  ],
};

test.each([
  ["0.124.0", "0.124", true],
  ["0.124", "0.124.0", true],
  ["0.123.9", "0.124", false],
  ["1.0.0", "0.124", true],
  ["0.9.0", "0.124", false],
  ["0.145.0-linux-x64", "0.145", true],
  ["", "0.1", false],
  ["latest", "0.1", false],
])("%j is since %s: %s", (version, since, isIt) => {
  expect(isSince(version, since)).toBe(isIt);
});

test.each([
  ["codex-cli 0.166.0", "0.166.0"],
  ["2.1.325 (Claude Code)", "2.1.325"],
  ["0.61.0\n", "0.61.0"],
  ["0.145.0-linux-x64", "0.145.0"],
  ["no number", null],
  ["1.2", null],
  ["10.0.0.1", null],
])("in %j the release is %s", (text, version) => {
  expect(versionIn(text)).toBe(version);
});

describe("what a release lacks", () => {
  test("is said with the release that has it, and how to get it", () => {
    expect(lackOf(table, "0.120.0", "inject")).toBe(
      "Agent 0.120.0 cannot take a history without a session file. 0.124 or newer can. Update it with `npm install -g agent`.",
    );
    expect(lackOf(table, "0.120.0", "fork")).toBe("Agent 0.120.0 cannot fork a session. No release can.");
  });

  test("is nothing where it has it, where nothing is known of it, or where the release is unknown", () => {
    expect(lackOf(table, "0.124.0", "inject")).toBeNull();
    expect(lackOf(table, "0.1.0", "native")).toBeNull();
    expect(lackOf(table, null, "inject")).toBeNull();
  });
});
