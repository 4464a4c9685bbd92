import { claude, disposeAll, sampleOf } from "@reprise/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { claudeAilments } from "../../src/agents/claude/ailments.ts";
import { claudeSource } from "../../src/agents/claude/source.ts";
import type { ClaudeSession } from "../decoding/claude/claude-session.ts";
import { ailingStage } from "./ailing-stage.ts";
import { type AilingCase, asAiling, strictest } from "./case.ts";
import { everyClaudeCase, harmlessClaude } from "./claude-block-cases.ts";
import { placeClaude, writeHealthyClaude } from "./claude-cases.ts";
import { expectAiling, expectHarmless } from "./expect-ailing.ts";

const thread = "11111111-1111-4111-8111-111111111111";

function stageOf(ailing: Pick<AilingCase<ClaudeSession>, "write" | "strict">) {
  return ailingStage({
    agent: claude,
    source: claudeSource,
    scan: claudeAilments,
    strict: ailing.strict,
    place: ({ scratch }) => placeClaude(ailing, { home: scratch.home, cwd: scratch.workspace, thread }),
  });
}

describe("a session that is ill, and the real claude", () => {
  afterEach(disposeAll);

  test.each(sampleOf(everyClaudeCase, 2))("$name is found where it is, and a plain resume is $naive", async (ailing) =>
    expectAiling(ailing, await stageOf(ailing)),
  );

  test.each(sampleOf(harmlessClaude, 1))("nothing is found: $name", async (harmless) =>
    expectHarmless(harmless, await stageOf(asAiling(harmless))),
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
