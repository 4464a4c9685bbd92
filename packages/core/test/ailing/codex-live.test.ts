import { asThreadId, noSettings } from "@reprise/model";
import { codex, disposeAll, locateBinary, sampleOf } from "@reprise/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { codexAilments } from "../../src/agents/codex/ailments.ts";
import { makeCodexDriver } from "../../src/agents/codex/driver/driver.ts";
import { codexSource } from "../../src/agents/codex/source.ts";
import type { Launch } from "../../src/agents/driving/driver.ts";
import { ask, endOf } from "../codex-driver/follow.ts";
import { ailingStage } from "./ailing-stage.ts";
import { type AilingCase, asAiling, strictest } from "./case.ts";
import { codexCases, placeCodex, writeHealthy } from "./codex-cases.ts";
import { everyCodexCase, harmlessCodex } from "./codex-item-cases.ts";
import type { CodexRollout } from "./codex-rollout.ts";
import { expectAiling, expectHarmless } from "./expect-ailing.ts";

const thread = "01a1e0ba-4bd3-7653-b0c3-c102b498c761";

function stageOf(ailing: Pick<AilingCase<CodexRollout>, "write" | "strict">) {
  return ailingStage({
    agent: codex,
    source: codexSource,
    scan: codexAilments,
    strict: ailing.strict,
    place: ({ scratch }, codexHome) => placeCodex(ailing, { codexHome, cwd: scratch.workspace, thread }),
  });
}

function launchOf({ machine, agentHome }: Awaited<ReturnType<typeof stageOf>>): Launch {
  return {
    settings: { ...noSettings, cwd: machine.scratch.workspace },
    env: machine.home.env,
    home: agentHome,
    program: locateBinary("codex").command,
    onLine: () => undefined,
    signal: new AbortController().signal,
  };
}

describe("a session that is ill, and the real codex", () => {
  afterEach(disposeAll);

  test.each(sampleOf(everyCodexCase, 5))("$name is found where it is, and a plain resume is $naive", async (ailing) =>
    expectAiling(ailing, await stageOf(ailing)),
  );

  test.each(sampleOf(harmlessCodex, 4))("nothing is found: $name", async (harmless) =>
    expectHarmless(harmless, await stageOf(asAiling(harmless))),
  );

  test("our own resume meets the same refusals", async () => {
    const driven = async (name: string) => {
      const ailing = codexCases.find((found) => found.name === name);
      if (!ailing) throw new Error(`There is no case ${name}.`);
      const launch = launchOf(await stageOf(ailing));
      const live = await makeCodexDriver().resume(asThreadId(thread), launch);
      try {
        return endOf(await ask(live, "go on"));
      } finally {
        await live.close();
      }
    };
    expect(await driven("a NUL in an output")).toMatchObject({
      state: "failed",
      failure: { message: expect.stringContaining("NUL in") },
    });
    await expect(driven("a file that is continued and not there")).rejects.toThrow("missing source rollout");
  });

  test("a session that is well passes the strictest model, and nothing is found in it", async () => {
    const { found, resumed } = await stageOf({ strict: strictest, write: writeHealthy });
    expect(await found()).toEqual([]);
    const { code, sent } = await resumed();
    expect(code).toBe(0);
    expect(sent.at(-1)).toContain("made 🎉");
    expect(await found()).toEqual([]);
  });
});
