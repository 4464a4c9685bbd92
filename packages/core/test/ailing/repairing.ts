import { type Agent, followed, type RestoreEvent, usualWish, type Wish } from "@reprise/model";
import {
  type AgentName,
  carefulConsent,
  claude,
  codex,
  gemini,
  opencode,
  planOf,
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

/** `left`: what is wrong with the copy. `session`: its id. `model`: named where the agent's own choice is not meant for a test. */
export async function repaired(
  session: string,
  settings: { readonly cwd: string; readonly model?: string },
  env: Record<string, string>,
) {
  const runner = await openRunner(nodeHost(env));
  try {
    const wish: Wish = {
      ...usualWish,
      modes: ["replay"],
      looksForAilments: true,
      settings,
      otherwise: "current",
      contextTokens: strictest.maxTokens ?? null,
      prompt: "go on now",
    };
    const plan = planOf(await runner.plan(session, wish), "replay");
    const events: RestoreEvent[] = [];
    const consent = { ...carefulConsent, reappliesApprovals: false, drift: "accept" as const };
    const signal = new AbortController().signal;
    for await (const event of followed(runner.restore(plan, consent), { signal })) events.push(event);
    return {
      plan,
      events,
      left: planOf(await runner.plan(copyIn(events, plan.target), wish), "replay").ailments,
    };
  } finally {
    runner.close();
  }
}

/** The id of the new session. */
function copyIn(events: readonly RestoreEvent[], agent: Agent): string {
  const threads = events.flatMap((event) => (event.type === "thread" ? [event.thread] : []));
  return `${agent}:${threads.at(-1)}`;
}
