import { asThreadId, noSettings } from "@reprise/model";
import {
  codex,
  compareTrees,
  disposeAll,
  hashTree,
  locateBinary,
  makeScratch,
  startModel,
} from "@reprise/testkit";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { codexAilments } from "../../src/agents/codex/ailments.ts";
import { makeCodexDriver } from "../../src/agents/codex/driver/driver.ts";
import { codexSource } from "../../src/agents/codex/source.ts";
import type { Launch } from "../../src/agents/driver.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { findAilments } from "../../src/restore/ailments.ts";
import { ask, endOf } from "../codex-driver/follow.ts";
import { type AilingCase, strictest } from "./case.ts";
import { codexCases, placeCodex, writeHealthy } from "./codex-cases.ts";
import type { CodexRollout } from "./codex-rollout.ts";
import { expectAiling } from "./expect-ailing.ts";

const thread = "01a1e0ba-4bd3-7653-b0c3-c102b498c761";

async function stageOf(ailing: Pick<AilingCase<CodexRollout>, "write" | "strict">) {
  const scratch = await makeScratch("ailing");
  const model = await startModel("responses", [], { strict: ailing.strict });
  onTestFinished(async () => {
    await model.close();
    await scratch.remove();
  });
  const home = await codex.prepareHome({ home: scratch.home, model });
  const codexHome = home.env.CODEX_HOME ?? "";
  const session = await placeCodex(ailing, { codexHome, cwd: scratch.workspace, thread });
  const host = nodeHost(home.env);
  const found = async () => {
    const before = await hashTree(codexHome);
    const { rollouts } = codexSource.locate(codexHome, host);
    const ailments = await findAilments(rollouts, { codex: codexAilments }, host);
    expect(compareTrees(before, await hashTree(codexHome))).toEqual([]);
    return ailments;
  };
  const resumed = async () => {
    const turn = home.spawnTurn({ prompt: "go on", cwd: scratch.workspace, resume: thread });
    const { code } = await turn.exited;
    const sent = model.requests.map(({ body }) => JSON.stringify(body));
    return { code, sent, said: `${turn.lines.join("\n")}\n${turn.stderr()}` };
  };
  const launch: Launch = {
    settings: { ...noSettings, cwd: scratch.workspace },
    env: home.env,
    home: codexHome,
    program: locateBinary("codex").command,
    onLine: () => undefined,
    signal: new AbortController().signal,
  };
  return { session, found, resumed, launch };
}

describe("a session that is ill, and the real codex", { timeout: 60_000 }, () => {
  afterEach(disposeAll);

  test.each(codexCases)("$name is found where it is, and a plain resume is $naive", async (ailing) =>
    expectAiling(ailing, await stageOf(ailing)),
  );

  test("our own resume meets the same refusals", async () => {
    const driven = async (name: string) => {
      const ailing = codexCases.find((found) => found.name === name);
      if (!ailing) throw new Error(`There is no case ${name}.`);
      const { launch } = await stageOf(ailing);
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
