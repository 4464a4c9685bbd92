import { expect, test } from "vitest";
import { agentFolders, brokenAgentNameRules } from "./agent-name-rules.ts";

const problems = (path: string, text: string) =>
  brokenAgentNameRules(`packages/${path}`, text, ["codex", "claude"]).length;

test("agents are the folders that can act", () => {
  const folder = "packages/core/src/agents";
  expect(agentFolders([`${folder}/codex/acting.ts`, `${folder}/exec/agent.ts`, `${folder}/source.ts`])).toEqual([
    "codex",
  ]);
});

test.each([
  ["cli/src/main.ts", 'const agent = "codex";'],
  ["cli/src/main.ts", "const homes = { codex: [] };"],
  ["cli/src/print/words.ts", "const text = `Install Codex.`;"],
  ["tui/src/world.ts", 'if (agent === "claude") begin();'],
  ["core/src/restore/plan-resume.ts", 'import { a } from "../agents/codex/a.ts";'],
  ["core/src/runner.ts", "drive(codexDriver);"],
  ["core/src/projects/log/read-log.ts", 'const agent = origin === "codexpotter" ? "codex" : null;'],
])("%s may not say %s", (path, text) => {
  expect(problems(path, text)).toBeGreaterThan(0);
});

test.each([
  ["cli/src/main.ts", "// Codex does it so\nconst agent = agents[0];"],
  ["cli/src/main.test.ts", 'const agent = "codex";'],
  ["cli/src/arguments/commands.ts", 'const examples = ["reprise show codex:01a1"];'],
  ["core/src/agents/registry.ts", 'import { codexAgent } from "./codex/agent.ts";'],
  ["model/src/schema/event.ts", 'describe("Codex leaves out parts");'],
  ["core/src/projects/log/read-log.ts", 'const origin = "codexpotter";'],
])("%s may say %s", (path, text) => {
  expect(problems(path, text)).toBe(0);
});
