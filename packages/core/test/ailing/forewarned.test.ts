import { followed, type RestoreEvent, type RestorePlan } from "@reprise/model";
import {
  carefulConsent,
  compareTrees,
  disposeAll,
  gemini,
  hashTree,
  isWhole,
  type Machine,
  makeScratch,
  sampleOf,
  startMachine,
} from "@reprise/testkit";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import { strictest } from "./case.ts";
import { everyClaudeCase } from "./claude-block-cases.ts";
import { placeClaude } from "./claude-cases.ts";
import { placeCodex } from "./codex-cases.ts";
import { everyCodexCase } from "./codex-item-cases.ts";
import { expectForewarned, planned, restore } from "./forewarned.ts";
import { placeGemini } from "./gemini-cases.ts";
import { everyGeminiCase } from "./gemini-part-cases.ts";
import { machine } from "./repairing.ts";

const thread = "01a1e0ba-4bd3-7653-b0c3-c102b498c761";

describe("a resume that is known to fail", () => {
  afterEach(disposeAll);

  test.each(sampleOf(everyGeminiCase, 4))("gemini: $name", async (ailing) => {
    const { scratch, env } = await machine("gemini");
    await placeGemini(ailing, { home: scratch.home, cwd: scratch.workspace, thread });
    await expectForewarned(ailing, `gemini:${thread}`, env);
  });

  test.each(sampleOf(everyClaudeCase, 4))("claude: $name", async (ailing) => {
    const { scratch, env } = await machine("claude");
    await placeClaude(ailing, { home: scratch.home, cwd: scratch.workspace, thread });
    await expectForewarned(ailing, `claude:${thread}`, env);
  });

  test.each(sampleOf(everyCodexCase, 6))("codex: $name", async (ailing) => {
    const { scratch, env } = await machine("codex");
    await placeCodex(ailing, { codexHome: env.CODEX_HOME ?? "", cwd: scratch.workspace, thread });
    await expectForewarned(ailing, `codex:${thread}`, env);
  });
});

describe("a session with tools, of the real gemini's own making", () => {
  afterEach(disposeAll);

  test.runIf(isWhole)(
    "is told to be refused, is refused when resumed all the same, and goes on when replayed",
    async () => {
      const own = await toolSession();
      const { session, env, model } = own;
      const before = await hashTree(own.scratch.home);
      const plan = await planned(session, restore, env);
      expect(plan).toMatchObject({
        mode: "resume",
        ailments: [{ kind: "duplicate-output", onResume: "sent", detail: expect.stringMatching(/sends both/) }],
      });
      expect(compareTrees(before, await hashTree(own.scratch.home))).toEqual([]);
      expect(model.requests).toEqual([]);

      const resumed = await carriedOut(plan, env);
      expect(resumed.at(-1)).toMatchObject({ type: "run-ended", status: "failed" });
      const sent = JSON.stringify(model.requests.at(-1)?.body);
      expect(sent.match(/"functionResponse"/g)).toHaveLength(2);

      await carriedOut(await planned(session, ["resume"], env), env);
      expect(JSON.stringify(model.requests.at(-1)?.body).match(/"functionResponse"/g)).toHaveLength(2);

      const replay = await planned(session, ["replay"], env);
      const replayed = await carriedOut(replay, env);
      expect(replayed.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
      const told = JSON.stringify(model.requests.at(-1)?.body);
      expect(told.match(/"functionResponse"/g)).toHaveLength(1);
      expect(told).toContain("go on now");
    },
  );
});

/** A turn with one command, by a model that takes everything; what comes next is sent to one that does not. */
async function toolSession(): Promise<Machine & { readonly session: string }> {
  const scratch = await makeScratch("forewarned");
  onTestFinished(scratch.remove);
  const script = [[{ call: gemini.shellCall("echo made") }], [{ text: "It is made." }]];
  const easy = await startMachine("forewarned", gemini, { script, scratch });
  const turn = easy.home.spawnTurn({ prompt: "make it", cwd: scratch.workspace, allowTools: true });
  await turn.exited;
  await easy.close();
  const strict = await startMachine("forewarned", gemini, {
    script: [[{ text: "I go on." }]],
    strict: strictest,
    scratch,
  });
  onTestFinished(strict.close);
  return { ...strict, session: `gemini:${gemini.sessionId(turn)}` };
}

async function carriedOut(plan: RestorePlan, env: Record<string, string>): Promise<RestoreEvent[]> {
  const runner = await openRunner(nodeHost(env));
  const events: RestoreEvent[] = [];
  const consent = { ...carefulConsent, reappliesApprovals: false, drift: "accept" as const };
  try {
    const signal = new AbortController().signal;
    for await (const event of followed(runner.restore(plan, consent), { signal })) events.push(event);
  } finally {
    runner.close();
  }
  return events;
}
