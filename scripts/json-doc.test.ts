import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { jsonDoc, page } from "./json-doc.ts";

test("docs/json.md is what the schemas say: after a change, run `npm run docs`", () => {
  expect(readFileSync(page, "utf8")).toBe(jsonDoc());
});
