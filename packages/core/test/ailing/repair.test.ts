import { join } from "node:path";
import { type RestoreEvent, usualWish } from "@reprise/model";
import {
  type AgentName,
  claude,
  codex,
  compareTrees,
  disposeAll,
  hashTree,
  locateBinary,
  makeScratch,
  startModel,
} from "@reprise/testkit";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import { strictest } from "./case.ts";
import { claudeCases, placeClaude } from "./claude-cases.ts";
import { codexCases, placeCodex } from "./codex-cases.ts";

const testAgents = { codex, claude } as const;
const thread = "01a1e0ba-4bd3-4653-b0c3-c102b498c761";

/** One machine with the real agent, and a model that refuses everything that a real one would. */
async function machine(agent: AgentName & keyof typeof testAgents) {
  const scratch = await makeScratch("repair");
  const model = await startModel(testAgents[agent].modelKind, [[{ text: "I go on." }]], {
    strict: strictest,
  });
  onTestFinished(async () => {
    await model.close();
    await scratch.remove();
  });
  const home = await testAgents[agent].prepareHome({ home: scratch.home, model });
  const env = {
    ...home.env,
    REPRISE_STATE: join(scratch.root, "state"),
    REPRISE_CACHE: join(scratch.root, "cache"),
    [`REPRISE_${agent.toUpperCase()}_BIN`]: locateBinary(agent).command,
  };
  return { scratch, model, env };
}

async function repaired(agent: AgentName, cwd: string, env: Record<string, string>) {
  const runner = openRunner(nodeHost(env));
  try {
    const plan = await runner.plan(`${agent}:${thread}`, {
      ...usualWish,
      modes: ["replay"],
      looksForAilments: true,
      settings: { cwd },
      otherwise: "current",
      contextTokens: strictest.maxTokens ?? null,
      prompt: "go on now",
    });
    const events: RestoreEvent[] = [];
    const consent = {
      ...{ reappliesApprovals: false, tellsAccount: true, allowsWider: false, canAnswer: false },
      acceptsDrift: async () => true,
    };
    const signal = new AbortController().signal;
    for await (const event of runner.restore(plan, consent, () => undefined, signal)) events.push(event);
    return { plan, events };
  } finally {
    runner.close();
  }
}

describe("a cleaned copy of a session that is ill passes the strictest model", { timeout: 90_000 }, () => {
  afterEach(disposeAll);

  test.each(codexCases)("codex: $name", async (ailing) => {
    const { scratch, model, env } = await machine("codex");
    const session = await placeCodex(ailing, {
      codexHome: env.CODEX_HOME ?? "",
      cwd: scratch.workspace,
      thread,
    });
    const before = await hashTree(join(env.CODEX_HOME ?? "", "sessions"));
    const { plan, events } = await repaired("codex", scratch.workspace, env);
    expect(plan.ailments).toMatchObject([{ kind: ailing.kind, file: session.path, ...session.at }]);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("go on now");
    const changes = compareTrees(before, await hashTree(join(env.CODEX_HOME ?? "", "sessions")));
    expect(changes.filter(({ change }) => change !== "added")).toEqual([]);
  });

  test.each(claudeCases)("claude: $name", async (ailing) => {
    const { scratch, model, env } = await machine("claude");
    const home = join(scratch.home, ".claude");
    const session = await placeClaude(ailing, { home: scratch.home, cwd: scratch.workspace, thread });
    const before = await hashTree(join(home, "projects"));
    const { plan, events } = await repaired("claude", scratch.workspace, env);
    expect(plan.ailments).toMatchObject([{ kind: ailing.kind, file: session.path, ...session.at }]);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("go on now");
    const changes = compareTrees(before, await hashTree(join(home, "projects")));
    expect(changes.filter(({ change }) => change !== "added")).toEqual([]);
  });
});
