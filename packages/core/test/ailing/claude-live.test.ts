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
import { type AilingCase, fateOf, strictest } from "./case.ts";
import { claudeCases, placeClaude, writeHealthyClaude } from "./claude-cases.ts";

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
    return { code, sent, lines: turn.lines };
  };
  return { session, found, resumed };
}

describe("a session that is ill, and the real claude", { timeout: 60_000 }, () => {
  afterEach(disposeAll);

  test.each(sampleOf(claudeCases, 5))(
    "$name is found where it is, and a plain resume is $naive",
    async (ailing) => {
      const { session, found, resumed } = await stageOf(ailing);
      const { line, byteOffset } = session.at;
      expect(await found()).toEqual([
        {
          kind: ailing.kind,
          onResume: fateOf(ailing),
          file: session.path,
          line,
          byteOffset,
          detail: expect.stringMatching(/cleaned copy/),
        },
      ]);
      const { code, sent, lines } = await resumed();
      if (ailing.naive === "agent") {
        expect(code).not.toBe(0);
        expect(lines.join("\n")).toMatch(ailing.told);
        expect(sent).toEqual([]);
      } else if (ailing.naive === "model") {
        expect(code).toBe(1);
        expect(lines.at(-1)).toMatch(ailing.told);
        expect(sent).not.toEqual([]);
      } else {
        expect(code).toBe(0);
        expect(sent.at(-1)).toMatch(ailing.told);
        if (ailing.untold) expect(sent.at(-1)).not.toMatch(ailing.untold);
      }
    },
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
