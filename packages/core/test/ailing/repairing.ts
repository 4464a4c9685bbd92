import { type RestoreEvent, usualWish } from "@reprise/model";
import {
  type AgentName,
  carefulConsent,
  claude,
  codex,
  gemini,
  opencode,
  type Scratch,
  startMachine,
} from "@reprise/testkit";
import { onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import { strictest } from "./case.ts";

const testAgents = { codex, claude, gemini, opencode } as const;

/** A model that refuses everything that a real one would, until the test is over. */
export async function machine(agent: AgentName, present?: Scratch) {
  const script = [[{ text: "I go on." }]];
  const own = await startMachine("repair", testAgents[agent], {
    script,
    strict: strictest,
    scratch: present,
  });
  onTestFinished(own.close);
  return own;
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
    const consent = { ...carefulConsent, reappliesApprovals: false, acceptsDrift: async () => true };
    const signal = new AbortController().signal;
    for await (const event of runner.restore(plan, consent, () => undefined, signal)) events.push(event);
    return { plan, events };
  } finally {
    runner.close();
  }
}
