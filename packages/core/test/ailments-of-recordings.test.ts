import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentName } from "@reprise/testkit";
import { compareTrees, hashTree } from "@reprise/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { claudeAilments } from "../src/agents/claude/ailments.ts";
import { claudeSource } from "../src/agents/claude/source.ts";
import { codexAilments } from "../src/agents/codex/ailments.ts";
import { codexSource } from "../src/agents/codex/source.ts";
import { geminiAilments } from "../src/agents/gemini/ailments.ts";
import { geminiSource } from "../src/agents/gemini/source.ts";
import { opencodeAilments } from "../src/agents/opencode/ailments.ts";
import { opencodeSource } from "../src/agents/opencode/source.ts";
import { nodeHost } from "../src/host/node-host.ts";
import { findAilments } from "../src/restore/ailments.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures/", import.meta.url));
const scans = {
  codex: codexAilments,
  claude: claudeAilments,
  gemini: geminiAilments,
  opencode: opencodeAilments,
};
const sources = { codex: codexSource, claude: claudeSource, gemini: geminiSource, opencode: opencodeSource };
const cache = mkdtempSync(join(tmpdir(), "ailments-"));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** All other recordings are well. */
const ill: Partial<Record<`${AgentName}/${string}`, readonly string[]>> = {
  "codex/exec-sigkill-mid-tool": ["orphan-call 9"],
  "codex/failed-failed_ctx": ["context-full 11"],
  "codex/kill9-mid-tool": ["orphan-call 11"],
  "codex/kill9-pending-approval": ["orphan-call 261"],
  "codex/torn-last-line": ["unreadable-line 22"],
  "claude/kill9-mid-tool": ["orphan-call 18"],
  // Outputs that Gemini CLI sends twice.
  "gemini/denied": ["duplicate-output 8"],
  "gemini/given": ["duplicate-output 15"],
  "gemini/recorded-earlier": ["duplicate-output 8"],
  "gemini/subagent": ["duplicate-output 7", "duplicate-output 8"],
  "gemini/tools-resumed": ["duplicate-output 28"],
  "opencode/recorded": ["orphan-call 0"],
};

describe.each(Object.keys(scans) as (keyof typeof scans)[])("recordings of %s", (agent) => {
  const scenarios = readdirSync(join(fixtures, agent), { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it.each(scenarios.map(({ name }) => name))("%s is as ill as it was left, and stays untouched", async (name) => {
    const home = join(fixtures, agent, name);
    const host = nodeHost({ HOME: "/nowhere", REPRISE_CACHE: cache });
    const before = await hashTree(home);
    const found = await findAilments(
      sources[agent].locate(home, host).rollouts,
      (one) => scans[one as AgentName],
      host,
    );
    expect(found.map(({ kind, line }) => `${kind} ${line}`)).toEqual(ill[`${agent}/${name}`] ?? []);
    expect(compareTrees(before, await hashTree(home))).toEqual([]);
  });
});

/** Sessions of several turns, each with the home of the agent that made it. */
const homes = {
  codex: ".codex",
  claude: ".claude",
  gemini: ".gemini",
  opencode: join(".local", "share", "opencode"),
} as const;
/** All others are well; Gemini CLI sends every output twice. */
const illBriefs: Readonly<Record<string, readonly string[]>> = {
  "killed-mid-command": ["orphan-call 31"],
  "pending-approval": ["orphan-call 35"],
  german: ["duplicate-output 30"],
  "question-open": ["duplicate-output 8"],
  "tests-fixed": ["duplicate-output 30"],
};

describe("longer recordings", () => {
  const folder = join(fixtures, "briefs");
  const scenarios = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "home")),
  );

  it.each(scenarios.map(({ name }) => name))("%s is as ill as it was left", async (name) => {
    const host = nodeHost({ HOME: "/nowhere", REPRISE_CACHE: cache });
    const found: string[] = [];
    for (const agent of Object.keys(homes) as AgentName[]) {
      const home = join(folder, name, "home", homes[agent]);
      if (!existsSync(home)) continue;
      const { rollouts } = sources[agent].locate(home, host);
      expect(rollouts.length).toBeGreaterThan(0);
      for (const { kind, line } of await findAilments(rollouts, (one) => scans[one as AgentName], host))
        found.push(`${kind} ${line}`);
    }
    expect(found).toEqual(illBriefs[name] ?? []);
  });
});
