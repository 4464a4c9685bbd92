import { describe, expect, test } from "vitest";
import { brokenNameRules } from "./name-rules.ts";
import { readFacts } from "./source-facts.ts";

function problems(path: string, text: string): string[] {
  return brokenNameRules([readFacts(path, text)]);
}

describe("names", () => {
  test.each([
    ["export class SessionManager {}", "manager"],
    ["export interface ToolInfo {}", "info"],
    ["export type RawData = string;", "data"],
    ["export function pathUtils() {}", "utils"],
    ["const a = 1; export { a as planV2 };", "v2"],
    ["export const { a, b: baseRecord = 1, ...miscRest } = c;", "base"],
    ["export default function commonWords() {}", "common"],
    ['export * as helper from "./a.ts";', "helper"],
  ])("%s is caught", (text, word) => {
    expect(problems("packages/core/src/a.ts", text)[0]).toContain(`with the word "${word}"`);
  });

  test.each(["packages/core/src/utils.ts", "packages/core/src/common/a.ts", "packages/core/src/tool-info.test.ts"])(
    "%s is caught",
    (path) => {
      expect(problems(path, "")).toHaveLength(1);
    },
  );

  test("longer words that contain a forbidden one, and names that are not exported, are free", () => {
    const text = `
      export const database = 1, base64 = 2, metadata = 3, informed = 4, uuidV7 = 5, sha256 = 6;
      const info = 1;
      export type Item = { data: string };
    `;
    expect(problems("packages/core/src/database.ts", text)).toEqual([]);
  });
});
