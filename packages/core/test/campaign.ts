/**
 * Longer campaigns than a test run has time for, each bounded. `npm run campaign
 * [kill|replay|live|walks|monkey|race|fuzz|growth|bundle|special-files|mutation|chat-kills|random-kills|releases|spoofing|terminals|workbench-kills|workbench-sends|workbench-applies|workbench-day|project-kills|logs|review-interruptions|newcomer|fleet]`,
 * all without a name. `mutation:consent` is one subject of mutation/subjects.ts, `terminals:kitty` one terminal,
 * `releases:codex` the releases of one agent, `fleet:7` one seed. `--cases 100` ends a series of kills or hostile texts sooner.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { spreadOver } from "@reprise/testkit";
import { fuzzCatalog } from "./fuzz/catalog.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { killCase } from "./kill-matrix/case.ts";
import { mutate } from "./mutation/mutate.ts";
import { race } from "./race/race.ts";
import { replayKillCase } from "./replay/kill/case.ts";

const campaigns: Record<string, (part?: string) => Promise<readonly string[]>> = {
  kill: killEverywhere,
  replay: killReplays,
  live: () =>
    allCases(
      ...[
        ...["ailing", "vendors", "carried", "replay/pairs", "replay/compacted", "other-agents"],
        ...["workbench/agents-workbench", "prompt-inputs", "prompt-times"],
        ...["edits/failed-edits", "unfinished/edits-since"],
      ].map((name) => `packages/core/test/${name}`),
      ...["live-", "editor", "review/features"].map((name) => `packages/cli/test/${name}`),
      ...["claude", "codex", "gemini", "opencode"].map((name) => `packages/core/src/agents/${name}`),
      "packages/acp/test",
      "packages/chat/test/agents-chat",
      "packages/mcp/test/live-agents",
      "packages/testkit/src/agents",
      "scripts/pack.test",
    ),
  walks: () =>
    allCases(...["app-", "page/", "demo", "open", "unsent-prompt"].map((name) => `packages/cli/test/${name}`)),
  monkey: () => allCases("packages/cli/test/app-monkey"),
  race: () => race(200),
  fuzz: async () => [
    ...(await fuzz({ rounds: 20_000 })),
    ...(await fuzzCatalog({ rounds: 1000 })),
    ...(await allCases("packages/core/src/restore/files/any-edits")),
  ],
  growth: () =>
    allCases(...["cli", "core", "tui"].map((name) => `packages/${name}/test/growth`), "packages/core/test/excerpts"),
  bundle: () => allCases("packages/core/src/bundle"),
  "special-files": () => program("special-files", "packages/cli/test/special-files/run.ts"),
  mutation: mutate,
  releases: (agent = "") => program("releases", "packages/core/test/releases/run.ts", agent),
  "chat-kills": () => allCases("packages/chat/test/kills"),
  "random-kills": () => allCases("packages/cli/test/random-kills"),
  "workbench-kills": () => allCases("packages/core/test/workbench/kills"),
  "workbench-applies": () => allCases("packages/core/test/workbench/apply-kills"),
  "workbench-sends": () => allCases("packages/core/test/workbench/sent-kills"),
  "project-kills": () => allCases("packages/core/test/projects/kills"),
  logs: () => allCases("packages/core/src/log", "packages/chat/src/store/chat-log"),
  "review-interruptions": () => allCases("packages/cli/test/review-interruptions"),
  newcomer: () => allCases("packages/cli/test/newcomer"),
  "workbench-day": () => allCases("packages/cli/test/workbench-day"),
  fleet: (seed) => {
    if (seed !== undefined) process.env.REPRISE_SEED = seed;
    const names = ["faults", "codex-faults", "two-releases", "fleet-chats"];
    return allCases(...names.map((name) => `packages/chat/test/fleet/${name}`));
  },
  spoofing: () => allCases("spoofing", "request-text"),
  terminals: inTerminals,
};

/** Every line of the traffic with the real Codex, three ways to die at each. */
async function killEverywhere(): Promise<string[]> {
  const problems: string[] = [];
  const whole = await killCase({ killAt: 0, who: "agent" });
  const lineCount = whole.lineCount ?? 0;
  const lines = Array.from({ length: lineCount }, (_, index) => index + 1);
  const all = (["agent", "reprise", "both"] as const).flatMap((who) => lines.map((killAt) => ({ killAt, who })));
  const cases = spreadOver(all, Number(process.env.REPRISE_CASES ?? all.length));
  for (const [index, { killAt, who }] of cases.entries()) {
    const result = await killCase({ killAt, who });
    problems.push(...result.problems.map((problem) => `line ${killAt}, ${who}: ${problem}`));
    process.stderr.write(
      `${index + 1} of ${cases.length}: ${who} at line ${killAt} of ${lineCount}, ${problems.length} problems\n`,
    );
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
function allCases(...files: readonly string[]): Promise<string[]> {
  const vitest = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
  return problemsOf("vitest", [vitest, "run", ...files], { REPRISE_WHOLE: "1" });
}

/** The terminal app in xterm, kitty and tmux, where they are installed. */
function inTerminals(name = ""): Promise<string[]> {
  return program("terminals", "packages/cli/test/terminals/run.ts", name);
}

function program(name: string, ...words: readonly string[]): Promise<string[]> {
  return problemsOf(name, ["--disable-warning=ExperimentalWarning", ...words], {});
}

async function problemsOf(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const child = spawn(process.execPath, [...args], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code === 0 ? [] : [`${name} ended with ${code}`];
}

const { values, positionals } = parseArgs({ options: { cases: { type: "string" } }, allowPositionals: true });
if (values.cases !== undefined) process.env.REPRISE_CASES = values.cases;
let failedCount = 0;
const names = positionals.length > 0 ? positionals : Object.keys(campaigns);
for (const name of names) {
  const [first = "", part] = name.split(":");
  const campaign = campaigns[first];
  if (!campaign) throw new Error(`There is no campaign ${name}. There are: ${Object.keys(campaigns).join(", ")}.`);
  const problems = await campaign(part);
  if (problems.length > 0) failedCount += 1;
  console.log(`${name}: ${problems.length} problems`);
  for (const problem of problems.slice(0, 50)) console.log(`  ${problem}`);
}
console.log(`${names.length - failedCount} passed, ${failedCount} failed`);
process.exitCode = failedCount > 0 ? 1 : 0;
