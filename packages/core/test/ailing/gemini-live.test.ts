import { disposeAll, gemini, isWhole, sampleOf } from "@reprise/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { geminiAilments } from "../../src/agents/gemini/ailments.ts";
import { geminiSource } from "../../src/agents/gemini/source.ts";
import { ailingStage } from "./ailing-stage.ts";
import { type AilingCase, asAiling, strictest } from "./case.ts";
import { expectAiling, expectHarmless } from "./expect-ailing.ts";
import { type GeminiLog, placeGemini, writeHealthyGemini } from "./gemini-cases.ts";
import { everyGeminiCase, harmlessGemini } from "./gemini-part-cases.ts";

const thread = "11111111-1111-4111-8111-111111111111";

function stageOf(ailing: Pick<AilingCase<GeminiLog>, "write" | "strict">) {
  return ailingStage({
    agent: gemini,
    source: geminiSource,
    scan: geminiAilments,
    strict: ailing.strict,
    place: ({ scratch }) => placeGemini(ailing, { home: scratch.home, cwd: scratch.workspace, thread }),
  });
}

describe("a session that is ill, and the real gemini", () => {
  afterEach(disposeAll);

  test.each(sampleOf(everyGeminiCase, 1))("$name is found where it is, and a plain resume is $naive", async (ailing) =>
    expectAiling(ailing, await stageOf(ailing)),
  );

  test.runIf(isWhole).each(harmlessGemini)("nothing is found: $name", async (harmless) =>
    expectHarmless(harmless, await stageOf(asAiling(harmless))),
  );

  test("a session that is well passes the strictest model, and nothing is found in it", async () => {
    const { found, resumed } = await stageOf({ strict: strictest, write: writeHealthyGemini });
    expect(await found()).toEqual([]);
    const { code, sent } = await resumed();
    expect(code).toBe(0);
    expect(sent.at(-1)).toContain("made 🎉");
  });
});
