import { join } from "node:path";
import { type RestoreEvent, usualWish } from "@reprise/model";
import {
  type AgentName,
  claude,
  codex,
  gemini,
  locateBinary,
  makeScratch,
  opencode,
  type Scratch,
  startModel,
} from "@reprise/testkit";
import { onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import { strictest } from "./case.ts";

const testAgents = { codex, claude, gemini, opencode } as const;

/** One machine with the real agent, and a model that refuses everything that a real one would. */
export async function machine(agent: AgentName, present: Scratch | null = null) {
  const scratch = present ?? (await makeScratch("repair"));
  const model = await startModel(testAgents[agent].modelKind, [[{ text: "I go on." }]], {
    strict: strictest,
  });
  onTestFinished(async () => {
    await model.close();
    if (present === null) await scratch.remove();
  });
  const home = await testAgents[agent].prepareHome({ home: scratch.home, model });
  const binary = locateBinary(agent);
  const env = {
    ...home.env,
    REPRISE_STATE: join(scratch.root, "state"),
    REPRISE_CACHE: join(scratch.root, "cache"),
    [`REPRISE_${agent.toUpperCase()}_BIN`]: binary.leadingArgs?.[0] ?? binary.command,
  };
  return { scratch, model, env };
}

/** `session`: its id. `model`: named where the agent's own choice is not meant for a test. */
export async function repaired(
  session: string,
  settings: { readonly cwd: string; readonly model?: string },
  env: Record<string, string>,
) {
  const runner = openRunner(nodeHost(env));
  try {
    const plan = await runner.plan(session, {
      ...usualWish,
      modes: ["replay"],
      looksForAilments: true,
      settings,
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
