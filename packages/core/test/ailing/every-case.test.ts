import { join } from "node:path";
import { makeScratch, type Scratch, transcriptOf } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AilmentScan } from "../../src/agents/ailments/ailment-scan.ts";
import { claudeAilments } from "../../src/agents/claude/ailments.ts";
import { claudeSource } from "../../src/agents/claude/source.ts";
import { codexAilments } from "../../src/agents/codex/ailments.ts";
import { codexSource } from "../../src/agents/codex/source.ts";
import { geminiAilments } from "../../src/agents/gemini/ailments.ts";
import { geminiSource } from "../../src/agents/gemini/source.ts";
import type { AgentSource, RolloutRef } from "../../src/agents/reading/source.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { findAilments } from "../../src/restore/ailments.ts";
import { textOfEntry } from "../../src/restore/history/portable-entry.ts";
import { portableHistory } from "../../src/restore/history/portable-history.ts";
import { type AilingSession, asAiling, expectInOrder, fateOf } from "./case.ts";
import { everyClaudeCase, harmlessClaude } from "./claude-block-cases.ts";
import { placeClaude } from "./claude-cases.ts";
import { placeCodex } from "./codex-cases.ts";
import { everyCodexCase, harmlessCodex } from "./codex-item-cases.ts";
import { placeGemini } from "./gemini-cases.ts";
import { everyGeminiCase, harmlessGemini } from "./gemini-part-cases.ts";

let scratch: Scratch;
let folder = "";
let count = 0;
beforeAll(async () => {
  scratch = await makeScratch("every-case");
});
afterAll(() => scratch.remove());

/** A home of its own for each case. */
function nextHome() {
  count += 1;
  folder = join(scratch.root, String(count));
  return { home: folder, cwd: "/srv/proj-a", thread: "01a1e0ba-4bd3-4653-b0c3-c102b498c761" };
}

/** The rollout of a session, and all that is found in it. */
async function looked(session: AilingSession, home: string, source: AgentSource, scan: AilmentScan) {
  const host = nodeHost({ HOME: folder, REPRISE_CACHE: join(scratch.root, "cache") });
  const [rollout] = source.locate(home, host).rollouts.filter(({ path }) => path === session.path);
  const found = await findAilments(rollout ? [rollout] : [], () => scan, host);
  const reading = await transcriptOf(rollout as RolloutRef, source, host);
  expect(reading.peeked).toEqual(reading.outline);
  return {
    found,
    told: portableHistory(reading.turns, { agent: scan.agent }).entries.map(textOfEntry).join("\n"),
  };
}

const codexLooked = async (ailing: Parameters<typeof placeCodex>[0]) => {
  const { cwd, thread } = nextHome();
  const session = await placeCodex(ailing, { codexHome: folder, cwd, thread });
  return { session, ...(await looked(session, folder, codexSource, codexAilments)) };
};
const claudeLooked = async (ailing: Parameters<typeof placeClaude>[0]) => {
  const session = await placeClaude(ailing, nextHome());
  return { session, ...(await looked(session, join(folder, ".claude"), claudeSource, claudeAilments)) };
};
const geminiLooked = async (ailing: Parameters<typeof placeGemini>[0]) => {
  const session = await placeGemini(ailing, nextHome());
  return { session, ...(await looked(session, join(folder, ".gemini"), geminiSource, geminiAilments)) };
};

describe("what is wrong with a session is named, with its place, and a replay has all that was said", () => {
  test.each(everyCodexCase)("codex: $name", async (ailing) => {
    const { session, found, told } = await codexLooked(ailing);
    expect(found).toMatchObject([{ kind: ailing.kind, onResume: fateOf(ailing), ...session.at }]);
    expectInOrder(told, ailing.tells ?? []);
  });

  test.each(everyClaudeCase)("claude: $name", async (ailing) => {
    const { session, found, told } = await claudeLooked(ailing);
    expect(found).toMatchObject([{ kind: ailing.kind, onResume: fateOf(ailing), ...session.at }]);
    expectInOrder(told, ailing.tells ?? []);
  });

  test.each(everyGeminiCase)("gemini: $name", async (ailing) => {
    const { session, found, told } = await geminiLooked(ailing);
    expect(found).toMatchObject([{ kind: ailing.kind, onResume: fateOf(ailing), ...session.at }]);
    expectInOrder(told, ailing.tells ?? []);
  });
});

describe("nothing is found in what the agent resumes as it is", () => {
  test.each(harmlessCodex)("codex: $name", async (harmless) => {
    expect((await codexLooked(asAiling(harmless))).found).toEqual([]);
  });

  test.each(harmlessClaude)("claude: $name", async (harmless) => {
    expect((await claudeLooked(asAiling(harmless))).found).toEqual([]);
  });

  test.each(harmlessGemini)("gemini: $name", async (harmless) => {
    expect((await geminiLooked(asAiling(harmless))).found).toEqual([]);
  });
});
