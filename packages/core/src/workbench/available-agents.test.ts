import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtInAgents } from "../agents/registry.ts";
import { agentsHere } from "../app.ts";
import { nodeHost } from "../host/node-host.ts";

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
  mkdirSync(join(folder, "gemini")); // a folder is not a program
  const env = {
    HOME: folder,
    PATH: `/nowhere:${folder}`,
    REPRISE_CLAUDE_BIN: program("my claude"),
    REPRISE_OPENCODE_BIN: "/nowhere/opencode",
  };
  expect(agentsHere(nodeHost(env)).map(({ agent, whyNot }) => ({ agent, whyNot }))).toEqual([
    { agent: "codex", whyNot: null },
    { agent: "claude", whyNot: null },
    { agent: "gemini", whyNot: "not installed: npm install -g @google/gemini-cli" },
    { agent: "opencode", whyNot: "REPRISE_OPENCODE_BIN names /nowhere/opencode, which does not exist" },
  ]);
});

test("each agent is registered with parts of its own, which do what is said of it", async () => {
  for (const { agent, can, source, acting } of builtInAgents) {
    const { driver, writer } = await acting();
    expect([source.agent, driver.agent, writer?.agent]).toEqual([agent, agent, agent]);
    expect(driver.can).toEqual(can);
    expect(await source.ailments?.()).toMatchObject({ agent });
  }
});
