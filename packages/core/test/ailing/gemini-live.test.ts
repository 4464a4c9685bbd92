import { join } from "node:path";
import {
  compareTrees,
  disposeAll,
  gemini,
  hashTree,
  makeScratch,
  sampleOf,
  startModel,
} from "@reprise/testkit";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { geminiAilments } from "../../src/agents/gemini/ailments.ts";
import { geminiSource } from "../../src/agents/gemini/source.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { findAilments } from "../../src/restore/ailments.ts";
import { type AilingCase, strictest } from "./case.ts";
import { expectAiling } from "./expect-ailing.ts";
import { type GeminiLog, geminiCases, placeGemini, writeHealthyGemini } from "./gemini-cases.ts";

const thread = "11111111-1111-4111-8111-111111111111";

async function stageOf(ailing: Pick<AilingCase<GeminiLog>, "write" | "strict">) {
  const scratch = await makeScratch("ailing");
  const model = await startModel("generate-content", [], { strict: ailing.strict });
  onTestFinished(async () => {
    await model.close();
    await scratch.remove();
  });
  const home = await gemini.prepareHome({ home: scratch.home, model });
  const geminiHome = join(scratch.home, ".gemini");
  const session = await placeGemini(ailing, { home: scratch.home, cwd: scratch.workspace, thread });
  const host = nodeHost(home.env);
  const found = async () => {
    const before = await hashTree(geminiHome);
    const { rollouts } = geminiSource.locate(geminiHome, host);
    const own = rollouts.filter(({ path }) => path === session.path);
    const ailments = await findAilments(own, { gemini: geminiAilments }, host);
    expect(compareTrees(before, await hashTree(geminiHome))).toEqual([]);
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

describe("a session that is ill, and the real gemini", { timeout: 90_000 }, () => {
  afterEach(disposeAll);

  test.each(sampleOf(geminiCases, 5))(
    "$name is found where it is, and a plain resume is $naive",
    async (ailing) => expectAiling(ailing, await stageOf(ailing)),
  );

  test("a session that is well passes the strictest model, and nothing is found in it", async () => {
    const { found, resumed } = await stageOf({ strict: strictest, write: writeHealthyGemini });
    expect(await found()).toEqual([]);
    const { code, sent } = await resumed();
    expect(code).toBe(0);
    expect(sent.at(-1)).toContain("made 🎉");
  });
});
