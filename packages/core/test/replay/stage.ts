import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Consent, type RestoreEvent, type RestorePlan, usualWish, type Wish } from "@reprise/model";
import {
  type AgentName,
  claude,
  codex,
  gemini,
  locateBinary,
  type Model,
  type ModelKind,
  makeScratch,
  opencode,
  type Scratch,
  startModel,
  type TestAgent,
} from "@reprise/testkit";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { openRunner } from "../../src/runner.ts";

export const testAgents: Readonly<Record<AgentName, TestAgent>> = { codex, claude, gemini, opencode };
const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));

export const consent: Consent = {
  acceptsDrift: async () => true,
  reappliesApprovals: true,
  tellsAccount: true,
  allowsWider: false,
  canAnswer: false,
};

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
  const scratch = await makeScratch(`replay-${agent}`);
  const model = await startModel(kind);
  const home = await testAgents[agent].prepareHome({ home: scratch.home, model });
  const binary = locateBinary(agent);
  const state = join(scratch.root, "state");
  const env = {
    ...home.env,
    REPRISE_STATE: state,
    REPRISE_CACHE: join(scratch.root, "cache"),
    [`REPRISE_${agent.toUpperCase()}_BIN`]: binary.leadingArgs?.[0] ?? binary.command,
  };
  const runner = () => openRunner(nodeHost(env));
  return {
    ...{ scratch, model, env, state, runner },
    library: () => openLibrary(nodeHost(env)),
    async plan(session, wish = {}) {
      const own = runner();
      try {
        return await own.plan(session, { ...usualWish, modes: ["replay"], ...wish });
      } finally {
        own.close();
      }
    },
    async restore(plan, more = {}, signal = new AbortController().signal) {
      const own = runner();
      const events: RestoreEvent[] = [];
      try {
        for await (const event of own.restore(plan, { ...consent, ...more }, () => undefined, signal))
          events.push(event);
      } finally {
        own.close();
      }
      return events;
    },
    async close() {
      await model.close();
      await scratch.remove();
    },
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
