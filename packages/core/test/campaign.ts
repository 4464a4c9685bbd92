/**
 * Longer campaigns than a test run has time for, each bounded. `npm run campaign [kill|replay|live|race|fuzz|mutation]`, all
 * without a name. `mutation:consent` is one subject of mutation/subjects.ts.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { fuzz } from "./fuzz/fuzz.ts";
import { killCase } from "./kill-matrix/case.ts";
import { mutate } from "./mutation/mutate.ts";
import { race } from "./race/race.ts";
import { replayKillCase } from "./replay/kill/case.ts";

const campaigns: Record<string, (part?: string) => Promise<readonly string[]>> = {
  kill: killEverywhere,
  replay: killReplays,
  live: allCases,
  race: () => race(200),
  fuzz: () => fuzz({ rounds: 20_000 }),
  mutation: mutate,
};

/** Every line of the traffic with the real Codex, three ways to die at each. */
async function killEverywhere(): Promise<string[]> {
  const problems: string[] = [];
  const whole = await killCase({ killAt: 0, who: "agent" });
  const lineCount = whole.lineCount ?? 0;
  for (let killAt = 1; killAt <= lineCount; killAt += 1) {
    for (const who of ["agent", "reprise", "both"] as const) {
      const result = await killCase({ killAt, who });
      problems.push(...result.problems.map((problem) => `line ${killAt}, ${who}: ${problem}`));
    }
    process.stderr.write(`killed at line ${killAt} of ${lineCount}, ${problems.length} problems\n`);
  }
  return problems;
}

/** Every moment of a replay, by each way, three ways to die at each. */
async function killReplays(): Promise<string[]> {
  const problems: string[] = [];
  for (const via of ["inject", "native", "segments"] as const) {
    const { momentCount } = await replayKillCase({ via, killAt: 0, who: "reprise" });
    for (let killAt = 1; killAt <= (momentCount ?? 0); killAt += 1) {
      for (const who of ["agent", "reprise", "both"] as const) {
        const result = await replayKillCase({ via, killAt, who });
        problems.push(...result.problems.map((problem) => `${via} ${killAt}, ${who}: ${problem}`));
      }
      process.stderr.write(`${via}: killed at ${killAt} of ${momentCount}, ${problems.length} problems\n`);
    }
  }
  return problems;
}

/** Tests that `npm test` has only a sample of. */
async function allCases(): Promise<string[]> {
  const files = ["packages/core/test/ailing", "packages/core/test/replay/pairs"];
  const vitest = fileURLToPath(import.meta.resolve("vitest/vitest.mjs"));
  const child = spawn(process.execPath, [vitest, "run", ...files], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    env: { ...process.env, REPRISE_WHOLE: "1" },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code === 0 ? [] : [`vitest ended with ${code}`];
}

let failedCount = 0;
const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(campaigns);
for (const name of names) {
  const [first = "", part] = name.split(":");
  const campaign = campaigns[first];
  if (!campaign)
    throw new Error(`There is no campaign ${name}. There are: ${Object.keys(campaigns).join(", ")}.`);
  const problems = await campaign(part);
  if (problems.length > 0) failedCount += 1;
  console.log(`${name}: ${problems.length} problems`);
  for (const problem of problems.slice(0, 50)) console.log(`  ${problem}`);
}
console.log(`${names.length - failedCount} passed, ${failedCount} failed`);
process.exitCode = failedCount > 0 ? 1 : 0;
