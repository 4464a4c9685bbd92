import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { equivalentMutants } from "./equivalent.ts";
import { judge, type Report } from "./judge.ts";
import { type Subject, subjects, subjectsCalled } from "./subjects.ts";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../../..");
const stryker = join(root, "tools/mutation/node_modules/@stryker-mutator");

/** Changes each subject in a copy, one small change at a time, and runs the tests that reach the change. */
export async function mutate(name?: string): Promise<readonly string[]> {
  const chosen = subjectsCalled(name);
  if (chosen.length === 0)
    return [`There is no subject ${name}. There are: ${subjects.map((one) => one.name).join(", ")}.`];
  const problems: string[] = [];
  for (const subject of chosen) {
    const report = await strykerReport(subject);
    if (report === null) {
      problems.push(`${subject.name}: Stryker failed, see above. A test that fails without mutants stops it.`);
      continue;
    }
    const verdict = judge(report, equivalentMutants);
    for (const row of verdict.rows) console.log(row);
    problems.push(...verdict.problems);
  }
  return problems;
}

/** Null when it could not be made. It stays beside the set-up, for who wants to look closer. */
async function strykerReport(subject: Subject): Promise<Report | null> {
  const scratch = mkdtempSync(join(tmpdir(), "reprise-mutation-"));
  const report = join(root, ".reprise-setup/mutation", `${subject.name}.json`);
  const config = join(scratch, "stryker.json");
  writeFileSync(config, JSON.stringify(configOf(subject, { report, sandbox: join(scratch, "sandbox") })));
  try {
    const child = spawn(process.execPath, [join(stryker, "core/bin/stryker.js"), "run", config], {
      cwd: root,
      env: { ...process.env, MUTATED_SUBJECT: subject.name },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [code] = await once(child, "exit");
    return code === 0 ? JSON.parse(readFileSync(report, "utf8")) : null;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function configOf({ files }: Subject, { report, sandbox }: { readonly report: string; readonly sandbox: string }) {
  return {
    mutate: files,
    testRunner: "vitest",
    // The tests are chosen there: with Stryker's own `testFiles`, changes of constants are never active.
    vitest: { configFile: "packages/core/test/mutation/vitest.config.ts", related: false },
    plugins: [join(stryker, "vitest-runner/dist/src/index.js"), join(here, "ignore-sentences.mjs")],
    ignorers: ["sentences"],
    coverageAnalysis: "perTest",
    concurrency: 1,
    // A mutant that never ends is noticed by this; a busy machine must not look like one.
    timeoutMS: 20_000,
    reporters: ["json", "dots"],
    jsonReporter: { fileName: report },
    tempDirName: sandbox,
    // Only the sources, what is here and the page that a test reads are copied.
    ignorePatterns: [
      ...["tools", "bench", "docs/*", "fixtures", "scripts", "**/dist", ".reprise-setup"],
      ...["packages/*/test/*", "!packages/core/test/mutation", "!docs/security.md"],
    ],
    // Types are stripped, not checked; and Stryker's reader of tsconfig.json needs an older TypeScript.
    disableTypeChecks: false,
    tsconfigFile: "none",
    allowConsoleColors: false,
  };
}
