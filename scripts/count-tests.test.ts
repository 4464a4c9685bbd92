import { expect, test } from "vitest";
import { countTests } from "./count-tests.mjs";

test("tests are counted, and a file that could not be loaded counts as one failure", () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      { status: "passed", assertionResults: [{ status: "passed" }] },
      { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] },
      { status: "failed", assertionResults: [] },
    ],
  };
  expect(countTests(report)).toEqual({ passed: 2, failed: 2 });
});
