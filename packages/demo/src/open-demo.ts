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
import { openRunner, type RunnerOptions } from "@reprise/core/runner";
import type { AvailableAgent } from "@reprise/core/workbench";
import type { Library, Runner } from "@reprise/model";
import { type Samples, writeSamples } from "./samples/write-samples.ts";
import { type Env, makeScratch } from "./scratch.ts";

/** A machine of its own, to try everything on: sample sessions, and a scripted agent in place of Codex. */
export interface Demo {
  /** Where all of it is. */
  readonly folder: string;
  /** The project the person is in. */
  readonly cwd: string;
  /** Homes of the agents, state and cache folder, and the program that is started for each agent. */
  readonly env: Env;
  readonly samples: Samples;
  /** The command line by which Reprise is started as another process. */
  readonly program: readonly string[];
  /** The file in which the scripted agent that was started last has left its process number. */
  readonly agentPidFile: string;
  /** With which of the agents a session can be begun here. */
  readonly agents: readonly AvailableAgent[];
  openLibrary(options?: LibraryOptions): Library;
  openRunner(options?: Omit<RunnerOptions, "drivers">): Promise<Runner>;
  /** Removes all of it. Agents must have ended; those of a closed runner have. */
  cleanup(): Promise<void>;
}

interface DemoOptions {
  /** The person's: only what any program needs is taken over. */
  readonly env: Env;
  readonly now: Date;
  /** How this program is started; by default as it was. */
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

/** Codex is driven as ever, with another program behind it. The others are not played, and must not be the person's own. */
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
