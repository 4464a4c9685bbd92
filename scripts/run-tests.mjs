// Runs vitest and closes with one plain line, "N passed, N failed". A run without a test is a failure.
// With --cpu it also says what the files took of a core.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { countTests } from "./count-tests.mjs";
import { endAs, run } from "./run.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, ".reprise-setup/test-results.json");

mkdirSync(dirname(results), { recursive: true });
rmSync(results, { force: true });
const measures = process.argv.includes("--cpu");
const env = process.stdout.isTTY ? { ...process.env } : { NO_COLOR: "1", ...process.env };
if (measures) env.REPRISE_TEST_CPU = "1";
const end = await run(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--reporter=${join(root, "scripts/second-try.ts")}`,
    ...(measures ? [`--reporter=${join(root, "scripts/cpu-report.ts")}`] : []),
    `--outputFile.json=${results}`,
    ...process.argv.slice(2).filter((argument) => argument !== "--cpu"),
  ],
  { cwd: root, env },
);

const count = readCount();
console.log(`${count.passed} passed, ${count.failed} failed`);
const isEmpty = count.passed + count.failed === 0;
if (isEmpty) console.error("reprise: no test ran");
endAs(end.code === 0 && (isEmpty || count.failed > 0) ? { code: 1, signal: null } : end);

function readCount() {
  try {
    return countTests(JSON.parse(readFileSync(results, "utf8")));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return { passed: 0, failed: 0 }; // vitest ended before it reported
  }
}
