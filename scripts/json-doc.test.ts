import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { httpDoc, page as httpPage } from "./http-doc.ts";
import { jsonDoc, page } from "./json-doc.ts";

test("docs/json.md is what the schemas say: after a change, run `npm run docs`", () => {
  expect(readFileSync(page, "utf8")).toBe(jsonDoc());
});

test("the tables of docs/http.md are what the routes say: after a change, run `npm run docs`", () => {
  const text = readFileSync(httpPage, "utf8");
  expect(httpDoc(text)).toBe(text);
  for (const route of ["`POST /chat`", "`GET /projects/view?path=`", "`PATCH /options`"]) expect(text).toContain(route);
});
