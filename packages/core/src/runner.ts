/**
 * Wires the Runner that faces are given; no logic.
 *
 * - every call: runner/file-runner.ts
 * - a plan: runner/planner.ts, from what runner/evidence-reader.ts finds; a plan carried out: runner/restore.ts; a new run: runner/run-new.ts
 * - what was interrupted and still runs: runner/status-rows.ts; what is offered: runner/offer.ts; dismissed: runner/dismiss.ts
 * - when a prompt is offered again: runner/unsent-prompts.ts; that it is sent once: runner/take-prompts.ts
 * - whether a process that has a session open is waited for because it is ending: runner/ending-owners.ts
 * - the files of a session after a turn: runner/session-files.ts
 */

import { randomUUID } from "node:crypto";
import { type Agent, type Library, type Runner, SessionError } from "@reprise/model";
import type { AgentDefinition } from "./agents/definition.ts";
import type { AgentDriver } from "./agents/driving/driver.ts";
import { builtInAgents } from "./agents/registry.ts";
import type { NativeWriter } from "./agents/writing/native-writer.ts";
import type { Host } from "./host/host.ts";
import { stateFolderOf } from "./host/own-folders.ts";
import { FileLibrary } from "./library/file-library.ts";
import { openFileLibrary } from "./library.ts";
import type { LogHealth } from "./log/waiting-log.ts";
import { FileRunner } from "./runner/file-runner.ts";

export interface RunnerOptions {
  readonly version?: string | undefined;
  /** Off only by the person's setting. */
  readonly redacts?: boolean | undefined;
  readonly onHealth?: ((health: LogHealth) => void) | undefined;
  /** Instead of the built-in ones. */
  readonly agents?: readonly AgentDefinition[] | undefined;
  /** Instead of an agent's own. */
  readonly drivers?: Readonly<Partial<Record<Agent, AgentDriver>>> | undefined;
  readonly writers?: Readonly<Partial<Record<Agent, NativeWriter>>> | undefined;
  /** From `openLibrary`: one per process is enough. Its opener closes it. */
  readonly library?: Library | undefined;
}

/** Runs agents on this machine and continues their sessions. Loads each agent's driver. */
export async function openRunner(host: Host, options: RunnerOptions = {}): Promise<Runner> {
  const { agents = builtInAgents, drivers = {}, writers = {} } = options;
  const loaded = await Promise.all(agents.map(async (one) => [one.agent, await one.acting()] as const));
  const acting = new Map(loaded);
  const driverOf = (agent: Agent) => drivers[agent] ?? acting.get(agent)?.driver ?? null;
  const place = {
    host,
    stateFolder: stateFolderOf(host),
    driverOf: (agent: Agent) => driverOf(agent) ?? noDriver(agent),
    programOf: (agent: Agent) => host.env[`REPRISE_${agent.toUpperCase()}_BIN`] || null,
    newId: randomUUID,
    version: options.version ?? "0.0.0",
    redacts: options.redacts ?? true,
    onHealth: options.onHealth ?? (() => undefined),
  };
  const given = options.library instanceof FileLibrary ? options.library : null;
  const library = given ?? openFileLibrary(host, { sources: agents.map(({ source }) => source) });
  return new FileRunner({
    environment: place,
    agents,
    library,
    close: () => {
      if (given === null) library.close();
    },
    driverOf,
    writerOf: (agent) => writers[agent] ?? acting.get(agent)?.writer ?? null,
    toolMeaningOf: (agent) => acting.get(agent)?.toolMeaning,
    scanOf: (agent) => agents.find((one) => one.agent === agent)?.source.ailments?.(),
  });
}

function noDriver(agent: Agent): never {
  throw new SessionError("bad-use", `Reprise cannot drive ${agent} yet. Choose another agent with --agent.`);
}
