import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agents, agentTraits } from "@reprise/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claudeExecDriver } from "../agents/claude/exec/driver.ts";
import { codexDriver } from "../agents/codex/driver/driver.ts";
import { geminiExecDriver } from "../agents/gemini/exec/driver.ts";
import { opencodeExecDriver } from "../agents/opencode/exec/driver.ts";
import { nodeHost } from "../host/node-host.ts";
import { agentsHere } from "../workbench.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-agents-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o700);
  return path;
}

test("those on the path or named by a variable are there; of the others it says why not, and what to do", () => {
  program("codex");
  mkdirSync(join(folder, "gemini")); // a folder is no program
  const env = {
    HOME: folder,
    PATH: `/nowhere:${folder}`,
    REPRISE_CLAUDE_BIN: program("my claude"),
    REPRISE_OPENCODE_BIN: "/nowhere/opencode",
  };
  expect(agentsHere(nodeHost(env))).toEqual([
    { agent: "codex", whyNot: null },
    { agent: "claude", whyNot: null },
    { agent: "gemini", whyNot: "not installed: npm install -g @google/gemini-cli" },
    { agent: "opencode", whyNot: "REPRISE_OPENCODE_BIN names /nowhere/opencode, which is not there" },
  ]);
});

test("what is said of a conversation with each agent is what its driver can", () => {
  const drivers = {
    codex: codexDriver,
    claude: claudeExecDriver,
    gemini: geminiExecDriver,
    opencode: opencodeExecDriver,
  };
  for (const agent of agents) {
    const { asks, steers } = drivers[agent].can;
    expect({ agent, asks, steers }).toEqual({
      agent,
      asks: agentTraits[agent].asks,
      steers: agentTraits[agent].steers,
    });
  }
});
