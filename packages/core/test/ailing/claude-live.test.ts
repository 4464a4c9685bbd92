import { join } from "node:path";
import {
  claude,
  compareTrees,
  disposeAll,
  hashTree,
  makeScratch,
  sampleOf,
  startModel,
} from "@reprise/testkit";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { claudeAilments } from "../../src/agents/claude/ailments.ts";
import type { ClaudeSession } from "../../src/agents/claude/claude-session.ts";
import { claudeSource } from "../../src/agents/claude/source.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { findAilments } from "../../src/restore/ailments.ts";
import { type AilingCase, strictest } from "./case.ts";
import { claudeCases, placeClaude, writeHealthyClaude } from "./claude-cases.ts";
import { expectAiling } from "./expect-ailing.ts";

const thread = "11111111-1111-4111-8111-111111111111";

async function stageOf(ailing: Pick<AilingCase<ClaudeSession>, "write" | "strict">) {
  const scratch = await makeScratch("ailing");
  const model = await startModel("messages", [], { strict: ailing.strict });
  onTestFinished(async () => {
    await model.close();
    await scratch.remove();
  });
  const home = await claude.prepareHome({ home: scratch.home, model });
  const claudeHome = join(scratch.home, ".claude");
  const session = await placeClaude(ailing, { home: scratch.home, cwd: scratch.workspace, thread });
  const host = nodeHost(home.env);
  const found = async () => {
    const before = await hashTree(claudeHome);
    const { rollouts } = claudeSource.locate(claudeHome, host);
    const ailments = await findAilments(rollouts, { claude: claudeAilments }, host);
    expect(compareTrees(before, await hashTree(claudeHome))).toEqual([]);
    return ailments;
  };
  const resumed = async () => {
    const turn = home.spawnTurn({ prompt: "go on", cwd: scratch.workspace, resume: thread });
    const { code } = await turn.exited;
    const sent = model.requests.map(({ body }) => JSON.stringify(body));
    return { code, sent, said: turn.lines.join("\n") };
  };
  return { session, found, resumed };
}

describe("a session that is ill, and the real claude", { timeout: 60_000 }, () => {
  afterEach(disposeAll);

  test.each(sampleOf(claudeCases, 5))(
    "$name is found where it is, and a plain resume is $naive",
    async (ailing) => expectAiling(ailing, await stageOf(ailing)),
  );

  test("a session that is well passes the strictest model, and nothing is found in it", async () => {
    const { found, resumed } = await stageOf({ strict: strictest, write: writeHealthyClaude });
    expect(await found()).toEqual([]);
    const { code, sent } = await resumed();
    expect(code).toBe(0);
    expect(sent.at(-1)).toContain("made 🎉");
    expect(await found()).toEqual([]);
  });
});
