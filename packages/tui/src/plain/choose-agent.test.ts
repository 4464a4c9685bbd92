import type { Agent } from "@reprise/model";
import { expect, test } from "vitest";
import { ScriptedLines } from "../../test/support/lines.ts";
import { sampleAgents, testWorld } from "../../test/support/world.ts";
import { chooseAgent } from "./choose-agent.ts";

async function asked(missing: readonly Agent[], ...said: readonly string[]) {
  const preferred: Agent[] = [];
  const world = testWorld({
    agents: async () =>
      sampleAgents.map((one) => ({ ...one, whyNot: missing.includes(one.agent) ? "not installed" : null })),
    prefer: (agent) => void preferred.push(agent),
  });
  const lines = new ScriptedLines(...said);
  return { isBegun: await chooseAgent(world, lines), preferred, text: lines.text };
}

test("a number chooses the agent; of those that are not there it is said why", async () => {
  const { isBegun, preferred, text } = await asked(["gemini", "opencode"], "2");
  expect([isBegun, preferred]).toEqual([true, ["claude"]]);
  expect(text).toMatchInlineSnapshot(`
    "Gemini CLI: not installed
    OpenCode: not installed
    A new session with:
    1. Codex: asks before it exceeds its permissions
    2. Claude Code: declines what is not allowed, without asking
    Number, or back: 2
    "
  `);
});

test("nothing is asked where there is one only", async () => {
  const { isBegun, preferred, text } = await asked(["codex", "gemini", "opencode"]);
  expect([isBegun, preferred, text]).toEqual([true, ["claude"], ""]);
});

test("nothing is begun by whoever goes back, or where there is no agent", async () => {
  expect(await asked([], "back")).toMatchObject({ isBegun: false, preferred: [] });
  const { isBegun, text } = await asked(sampleAgents.map(({ agent }) => agent));
  expect(isBegun).toBe(false);
  expect(text).toContain("Codex: not installed\nClaude Code: not installed\n");
});
