import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Consent, followed, type RestoreEvent, type RestorePlan, usualWish, type Wish } from "@reprise/model";
import {
  type AgentName,
  carefulConsent,
  claude,
  codex,
  gemini,
  type Model,
  type ModelKind,
  opencode,
  type Scratch,
  startMachine,
  type TestAgent,
} from "@reprise/testkit";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { openRunner } from "../../src/runner.ts";

export const testAgents: Readonly<Record<AgentName, TestAgent>> = { codex, claude, gemini, opencode };
const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));

export const consent: Consent = { ...carefulConsent, drift: "accept" as const };

export interface Stage {
  readonly scratch: Scratch;
  readonly model: Model;
  readonly env: Readonly<Record<string, string>>;
  readonly state: string;
  runner(): ReturnType<typeof openRunner>;
  library(): ReturnType<typeof openLibrary>;
  plan(session: string, wish?: Partial<Wish>): Promise<RestorePlan>;
  restore(plan: RestorePlan, more?: Partial<Consent>, signal?: AbortSignal): Promise<RestoreEvent[]>;
  close(): Promise<void>;
}

/** One machine with the real agent on it, and a model that says what it is told to say. */
export async function makeStage(agent: AgentName, kind: ModelKind): Promise<Stage> {
  const machine = await startMachine(`replay-${agent}`, testAgents[agent], { kind });
  const { scratch, model, env, state } = machine;
  const runner = () => openRunner(nodeHost(env));
  return {
    scratch,
    model,
    env,
    state,
    runner,
    library: () => openLibrary(nodeHost(env)),
    async plan(session, wish = {}) {
      const own = await runner();
      try {
        return await own.plan(session, { ...usualWish, modes: ["replay"], ...wish });
      } finally {
        own.close();
      }
    },
    async restore(plan, more = {}, signal = new AbortController().signal) {
      const own = await runner();
      const events: RestoreEvent[] = [];
      try {
        for await (const event of followed(own.restore(plan, { ...consent, ...more }), { signal })) events.push(event);
      } finally {
        own.close();
      }
      return events;
    },
    close: machine.close,
  };
}

/** Where each agent keeps its sessions below HOME, as its sources find them. */
const homes: Readonly<Record<AgentName, string>> = {
  codex: ".codex",
  claude: ".claude",
  gemini: ".gemini",
  opencode: ".local/share/opencode",
};

export function homeOf(agent: AgentName, { scratch, env }: Pick<Stage, "scratch" | "env">): string {
  return agent === "codex" && env.CODEX_HOME ? env.CODEX_HOME : join(scratch.home, homes[agent]);
}

/** Puts recorded sessions into an agent's home, where they can only be read. */
export function placeRecording(agent: AgentName, name: string, stage: Pick<Stage, "scratch" | "env">): void {
  const home = homeOf(agent, stage);
  mkdirSync(home, { recursive: true });
  const isOurs = (path: string) => path.endsWith("golden.json");
  cpSync(join(fixtures, agent, name), home, { recursive: true, filter: (path) => !isOurs(path) });
}
