import { randomUUID } from "node:crypto";
import { asThreadId, type ThreadId } from "@reprise/model";
import { type AgentDriver, DriverError, type Launch, type LiveThread } from "../driver.ts";
import type { ExecAgent } from "./agent.ts";
import { programOf } from "./program.ts";
import { ExecThread } from "./thread.ts";
import { launchFailure } from "./turn.ts";

/**
 * A driver of an agent's headless mode. No process is started before the first turn, so that a new thread of an agent
 * which names its threads itself has no name until then, and that a thread is missing may come out only then.
 */
export function execDriver(agent: ExecAgent): AgentDriver {
  return {
    agent: agent.agent,
    can: agent.can,
    async start(launch: Launch): Promise<LiveThread> {
      programOf(agent, launch);
      const id = agent.takesId ? asThreadId(randomUUID()) : null;
      return new ExecThread(agent, launch, { id, isKnown: false });
    },
    async resume(thread: ThreadId, launch: Launch): Promise<LiveThread> {
      if (!agent.threadShape.test(thread)) throw new DriverError(notAnId(agent, thread));
      const program = programOf(agent, launch);
      const proven = agent.prove?.(program, thread, launch).catch((error: unknown) => {
        throw error instanceof DriverError
          ? error
          : new DriverError(launchFailure(agent, error), { cause: error });
      });
      return new ExecThread(agent, (await proven) ?? launch, { id: thread, isKnown: true });
    },
  };
}

function notAnId({ title }: ExecAgent, thread: string) {
  const message = `${JSON.stringify(thread)} is no id of a ${title} thread. See \`reprise list\` for the ids there are.`;
  return { kind: "thread-missing", message, resetsAt: null } as const;
}

/** Of any version, as Codex, Claude Code and Gemini CLI write them. */
export const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What no headless mode can do. */
export const execCan = { asks: false, steers: false, informs: false, forks: false } as const;
