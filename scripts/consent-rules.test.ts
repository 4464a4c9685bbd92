import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("a consent is made in model/consent only, so that no face decides what is asked", () => {
  const sources = globSync("packages/*/src/**/*.{ts,tsx}", {
    exclude: (path) => /\.test\.tsx?$|^packages\/(?:testkit|model\/src\/(?:consent|schema))\b/.test(path),
  });
  expect(sources.length).toBeGreaterThan(1000);
  const makes = /\bdrift: "(?:ask|accept|refuse)"|\btrustsLog: true|\breappliesApprovals: true/;
  expect(sources.filter((path) => makes.test(readFileSync(path, "utf8")))).toEqual([]);
});
