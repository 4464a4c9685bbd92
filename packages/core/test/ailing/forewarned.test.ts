import { followed, type RestoreEvent, type RestoreMode, type RestorePlan, usualWish } from "@reprise/model";
import {
  carefulConsent,
  compareTrees,
  disposeAll,
  gemini,
  hashTree,
  type Machine,
  makeScratch,
  planOf,
  sampleOf,
  startMachine,
} from "@reprise/testkit";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import { type AilingCase, strictest } from "./case.ts";
import { everyClaudeCase } from "./claude-block-cases.ts";
import { placeClaude } from "./claude-cases.ts";
import { placeCodex } from "./codex-cases.ts";
import { everyCodexCase } from "./codex-item-cases.ts";
import { placeGemini } from "./gemini-cases.ts";
import { everyGeminiCase } from "./gemini-part-cases.ts";
import { placeOpencode } from "./opencode-cases.ts";
import { everyOpencodeCase } from "./opencode-part-cases.ts";
import { machine } from "./repairing.ts";
import { makeSoundSession } from "./sound-session.ts";

const thread = "01a1e0ba-4bd3-7653-b0c3-c102b498c761";
const restore: readonly RestoreMode[] = ["resume", "replay", "handoff"];

describe("a resume that is known to fail", () => {
  afterEach(disposeAll);

  test.each(sampleOf(everyGeminiCase, 12))("gemini: $name", async (ailing) => {
    const { scratch, env } = await machine("gemini");
    await placeGemini(ailing, { home: scratch.home, cwd: scratch.workspace, thread });
    await expectForewarned(ailing, `gemini:${thread}`, env);
  });

  test.each(sampleOf(everyClaudeCase, 12))("claude: $name", async (ailing) => {
    const { scratch, env } = await machine("claude");
    await placeClaude(ailing, { home: scratch.home, cwd: scratch.workspace, thread });
    await expectForewarned(ailing, `claude:${thread}`, env);
  });

  test.each(sampleOf(everyCodexCase, 16))("codex: $name", async (ailing) => {
    const { scratch, env } = await machine("codex");
    await placeCodex(ailing, { codexHome: env.CODEX_HOME ?? "", cwd: scratch.workspace, thread });
    await expectForewarned(ailing, `codex:${thread}`, env);
  });
});

describe("a resume of opencode that is known to fail", () => {
  const failing = everyOpencodeCase.filter(({ naive }) => naive !== "healed").toReversed();

  test.each(sampleOf(failing, 1))("$name", async (ailing) => {
    const sound = await makeSoundSession();
    const { env } = await machine("opencode", sound.scratch);
    onTestFinished(sound.scratch.remove);
    placeOpencode(ailing, { ...sound, home: sound.scratch.home });
    await expectForewarned(ailing, `opencode:${sound.thread}`, env);
  });
});

/** Told before anything is sent: what the agent refuses is not planned unless it is wanted, what a model refuses is said. */
async function expectForewarned<Builder>(
  ailing: AilingCase<Builder>,
  session: string,
  env: Record<string, string>,
): Promise<void> {
  const plan = await planned(session, restore, env);
  if (ailing.naive === "agent" || ailing.naive === "lost") {
    expect(plan).toMatchObject({ mode: "replay", refusals: [{ mode: "resume" }] });
    return;
  }
  expect([plan.mode, plan.refusals]).toEqual(["resume", []]);
  const told = ailing.naive === "healed" ? [] : [{ kind: ailing.kind, onResume: "sent" }];
  expect(planOf(plan, "resume").ailments).toMatchObject(told);
  expect(planOf(plan, "resume").ailments).toHaveLength(told.length);
}

async function planned(
  session: string,
  modes: readonly RestoreMode[],
  env: Record<string, string>,
): Promise<RestorePlan> {
  const runner = await openRunner(nodeHost(env));
  try {
    const settings = session.startsWith("gemini:") ? { model: "gemini-2.5-flash" } : {};
    const wish = { ...usualWish, modes, settings, prompt: "go on now", otherwise: "current" } as const;
    return await runner.plan(session, wish);
  } finally {
    runner.close();
  }
}

describe("a session with tools, of the real gemini's own making", () => {
  afterEach(disposeAll);

  test("is told to be refused, is refused when resumed all the same, and goes on when replayed", async () => {
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
  });
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
