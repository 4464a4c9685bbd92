/** Counts vitest's JSON report. A file that failed as a whole has no failed test in it, and counts as one. */
export function countTests(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}
