import { randomUUID } from "node:crypto";
import { asThreadId, type ThreadId } from "@reprise/model";
import { type AgentDriver, DriverError, type ForkPoint, type Launch, type LiveThread } from "../driver.ts";
import type { ExecAgent } from "./agent.ts";
import { missingProgram, programOf } from "./program.ts";
import { ExecThread } from "./thread.ts";
import { launchFailure } from "./turn.ts";

/**
 * A driver of an agent's headless mode. No process is started before the first turn, so that a new thread of an agent
 * which names its threads itself has no name until then, and that a thread is missing may come out only then.
 */
export function execDriver(agent: ExecAgent): AgentDriver {
  const newId = () => (agent.takesId ? asThreadId(randomUUID()) : null);
  const fork = async (from: ForkPoint, launch: Launch): Promise<LiveThread> => {
    if (from.afterTurn !== null && agent.forkShape?.test(from.afterTurn) !== true)
      throw new DriverError(notThere(agent, from));
    const proven = await proveThread(agent, from.thread, launch);
    return new ExecThread(agent, proven, { id: newId(), isKnown: false, forkOf: from });
  };
  return {
    agent: agent.agent,
    can: agent.can,
    homeOf: agent.homeOf,
    permissions: agent.permissions,
    missing: (launch) => missingProgram(agent, launch),
    async start(launch: Launch): Promise<LiveThread> {
      programOf(agent, launch);
      return new ExecThread(agent, launch, { id: newId(), isKnown: false });
    },
    async resume(thread: ThreadId, launch: Launch): Promise<LiveThread> {
      return new ExecThread(agent, await proveThread(agent, thread, launch), { id: thread, isKnown: true });
    },
    ...(agent.can.forks ? { fork } : {}),
  };
}

/** What the thread is to be launched with. */
async function proveThread(agent: ExecAgent, thread: ThreadId, launch: Launch): Promise<Launch> {
  if (!agent.threadShape.test(thread)) throw new DriverError(notAnId(agent, thread));
  const program = programOf(agent, launch);
  const proven = agent.prove?.(program, thread, launch).catch((error: unknown) => {
    throw error instanceof DriverError
      ? error
      : new DriverError(launchFailure(agent, error), { cause: error });
  });
  return (await proven) ?? launch;
}

function notThere({ title, forkShape }: ExecAgent, { afterTurn }: ForkPoint) {
  const can = forkShape ? "has no turn of that name" : "forks a session at its end only";
  const message = `${title} cannot fork after ${JSON.stringify(afterTurn)}: it ${can}. Replay the session up to there instead.`;
  return { kind: "other", message, resetsAt: null } as const;
}

function notAnId({ title }: ExecAgent, thread: string) {
  const message = `${JSON.stringify(thread.slice(0, 80))} is no id of a ${title} thread. See \`reprise list\` for the ids there are.`;
  return { kind: "thread-missing", message, resetsAt: null } as const;
}

/** Of any version, as Codex, Claude Code and Gemini CLI write them. */
export const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What no headless mode can do. */
export const execCan = { asks: false, steers: false, informs: false, forks: false } as const;
