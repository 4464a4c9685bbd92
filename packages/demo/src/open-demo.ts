/**
 * What `reprise demo` shows: a scratch home with sample sessions, and a scripted agent that speaks and writes as Codex does.
 *
 * - everything that the demo makes and removes: scratch.ts; the project in it: sample-project.ts; its sessions: samples/write-samples.ts
 * - the agent: agent/agent.ts (the protocol), agent/plays.ts (the scripts), agent/stage.ts (what a script can do), agent/rollout.ts (its log)
 */

import {
  type AgentDefinition,
  type AgentDriver,
  agentTraits,
  builtInAgents,
  DriverError,
  type LibraryOptions,
  nodeHost,
  openLibrary,
} from "@reprise/core";
import type { AvailableAgent } from "@reprise/core/app";
import { openRunner, type RunnerOptions } from "@reprise/core/runner";
import type { Library, Runner } from "@reprise/model";
import { type Samples, writeSamples } from "./samples/write-samples.ts";
import { type Env, makeScratch } from "./scratch.ts";

export { removeScratches } from "./scratch.ts";

/** A separate environment to try everything in: sample sessions, and a scripted agent in place of Codex. */
export interface Demo {
  /** Contains all of it. */
  readonly folder: string;
  /** The person's project. */
  readonly cwd: string;
  /** Agents' homes, state and cache folders, and the program started for each agent. */
  readonly env: Env;
  readonly samples: Samples;
  /** The command line that starts Reprise as another process. */
  readonly program: readonly string[];
  /** Holds the process id of the scripted agent started last. */
  readonly agentPidFile: string;
  /** Agents that can start a session here. */
  readonly agents: readonly AvailableAgent[];
  openLibrary(options?: LibraryOptions): Library;
  openRunner(options?: Omit<RunnerOptions, "drivers">): Promise<Runner>;
  /** Removes all of it. Agents must have ended; those of a closed runner have. */
  cleanup(): Promise<void>;
}

interface DemoOptions {
  /** The person's; only variables that any program needs are taken over. */
  readonly env: Env;
  readonly now: Date;
  /** The command that starts this program; by default as it was started. */
  readonly program?: readonly string[] | undefined;
}

export async function openDemo({ env, now, program = ownProgram() }: DemoOptions): Promise<Demo> {
  const scratch = makeScratch(env, program);
  try {
    const host = nodeHost(scratch.env);
    return {
      folder: scratch.folder,
      cwd: scratch.workspace,
      env: scratch.env,
      samples: await writeSamples(scratch, now),
      program,
      agentPidFile: scratch.agentPidFile,
      agents: builtInAgents.map((one) => ({ ...agentTraits(one), whyNot: one === played ? null : whyNot })),
      openLibrary: (options = {}) => openLibrary(host, options),
      openRunner: (options = {}) => openRunner(host, { ...options, drivers: absentDrivers }),
      cleanup: () => scratch.remove(),
    };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

function ownProgram(): readonly string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
}

/** Codex's real driver runs the scripted program. The other agents have no script, and must not be the person's own. */
const played = builtInAgents[0];
const whyNot = `the demo has only ${played.title}`;
const absentDrivers: RunnerOptions["drivers"] = Object.fromEntries(
  builtInAgents.filter((one) => one !== played).map((one) => [one.agent, absentDriver(one)]),
);

function absentDriver({ agent, can }: AgentDefinition): AgentDriver {
  const message = `The demo does not play ${agent}. Replay the session to ${played.agent} instead.`;
  const failure = { kind: "agent-missing", message, resetsAt: null } as const;
  const refuse = async (): Promise<never> => {
    throw new DriverError(failure);
  };
  const missing = () => failure;
  return { agent, can, missing, start: refuse, resume: refuse };
}
