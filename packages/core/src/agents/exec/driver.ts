import { randomUUID } from "node:crypto";
import { asThreadId, type ThreadId } from "@reprise/model";
import { checkRelease } from "../driving/check-release.ts";
import { type AgentDriver, DriverError, type ForkPoint, type Launch, type LiveThread } from "../driving/driver.ts";
import { installedVersion, knownVersion } from "../driving/installed-version.ts";
import type { Ability } from "../driving/releases.ts";
import type { ExecAgent } from "./exec-agent.ts";
import { foundProgram, missingProgram, programOf } from "./program.ts";
import { ExecThread } from "./thread.ts";
import { launchFailure } from "./turn.ts";

/**
 * Drives an agent's headless mode. No process starts before the first turn: until then a new thread may have no name,
 * and a missing thread may go unnoticed.
 */
export function execDriver(agent: ExecAgent): AgentDriver {
  const newId = () => (agent.takesId ? asThreadId(randomUUID()) : null);
  const fork = async (from: ForkPoint, launch: Launch): Promise<LiveThread> => {
    if (from.afterTurn !== null && agent.forkShape?.test(from.afterTurn) !== true)
      throw new DriverError(notThere(agent, from));
    const needs: Ability[] = from.afterTurn === null ? ["fork"] : ["fork", "fork-at-turn"];
    const release = await checkedRelease(agent, launch, needs);
    const proven = await proveThread(agent, from.thread, launch);
    return new ExecThread(agent, proven, { id: newId(), isKnown: false, forkOf: from, release });
  };
  const { releases } = agent;
  const installed: AgentDriver["installed"] = (launch) => {
    const program = releases && foundProgram(agent, launch);
    return program ? knownVersion(program, releases, launch.env) : null;
  };
  const check = async (launch: Pick<Launch, "program" | "env">) => {
    await checkedRelease(agent, launch, ["resume", "native"]);
  };
  return {
    agent: agent.agent,
    can: agent.can,
    homeOf: agent.homeOf,
    permissions: agent.permissions,
    ...(agent.checkInput ? { checkInput: agent.checkInput } : {}),
    missing: (launch) => missingProgram(agent, launch),
    ...(releases ? { releases, installed, check } : {}),
    async start(launch: Launch): Promise<LiveThread> {
      const release = await checkedRelease(agent, launch, []);
      return new ExecThread(agent, launch, { id: newId(), isKnown: false, release });
    },
    async resume(thread: ThreadId, launch: Launch): Promise<LiveThread> {
      checkId(agent, thread);
      const release = await checkedRelease(agent, launch, ["resume"]);
      const proven = await proveThread(agent, thread, launch);
      return new ExecThread(agent, proven, { id: thread, isKnown: true, release });
    },
    ...(agent.can.forks ? { fork } : {}),
  };
}

/** The installed release. Rejects with a `DriverError` if it lacks a required ability or there is no program. */
async function checkedRelease(
  agent: ExecAgent,
  launch: Pick<Launch, "program" | "env" | "needs">,
  needs: readonly Ability[],
): Promise<string | null> {
  const program = programOf(agent, launch);
  if (!agent.releases) return null;
  const release = await installedVersion(program, agent.releases, launch);
  checkRelease(agent.releases, release, needs, launch);
  return release;
}

function checkId(agent: ExecAgent, thread: ThreadId): void {
  if (!agent.threadShape.test(thread)) throw new DriverError(notAnId(agent, thread));
}

/** Returns the launch that the thread needs. */
async function proveThread(agent: ExecAgent, thread: ThreadId, launch: Launch): Promise<Launch> {
  checkId(agent, thread);
  const program = programOf(agent, launch);
  const proven = agent.checkSession?.(program, thread, launch).catch((error: unknown) => {
    throw error instanceof DriverError ? error : new DriverError(launchFailure(agent, error), { cause: error });
  });
  return (await proven) ?? launch;
}

function notThere({ title, forkShape }: ExecAgent, { afterTurn }: ForkPoint) {
  const can = forkShape ? "has no turn of that name" : "can fork a session only at its end";
  const message = `${title} cannot fork after ${JSON.stringify(afterTurn)}: it ${can}. Replay the session up to there instead.`;
  return { kind: "other", message, resetsAt: null } as const;
}

function notAnId({ title }: ExecAgent, thread: string) {
  const message = `${JSON.stringify(thread.slice(0, 80))} is no id of a ${title} thread. See \`reprise list\` for the ids there are.`;
  return { kind: "thread-missing", message, resetsAt: null } as const;
}

/** Any UUID version, as Codex, Claude Code and Gemini CLI write them. */
export const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
