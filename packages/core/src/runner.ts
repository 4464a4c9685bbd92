import { randomUUID } from "node:crypto";
import { type Agent, type Runner, SessionError } from "@reprise/model";
import { claudeExecDriver } from "./agents/claude/exec/driver.ts";
import { codexDriver } from "./agents/codex/driver/driver.ts";
import type { AgentDriver } from "./agents/driver.ts";
import { geminiExecDriver } from "./agents/gemini/exec/driver.ts";
import { opencodeExecDriver } from "./agents/opencode/exec/driver.ts";
import type { Host } from "./host/host.ts";
import { stateFolderOf } from "./host/state-folder.ts";
import type { WriterHealth } from "./journal/writer.ts";
import { openFileLibrary } from "./library.ts";
import { FileRunner } from "./runner/file-runner.ts";

export interface RunnerOptions {
  readonly version?: string | undefined;
  /** Off only by a setting of the person. */
  readonly redacts?: boolean | undefined;
  readonly onHealth?: ((health: WriterHealth) => void) | undefined;
  /** Instead of the usual ones. */
  readonly drivers?: Drivers | undefined;
}

type Drivers = Readonly<Partial<Record<Agent, AgentDriver>>>;

/** How each agent is driven: one line each. */
const usualDrivers: Drivers = {
  codex: codexDriver,
  claude: claudeExecDriver,
  gemini: geminiExecDriver,
  opencode: opencodeExecDriver,
};

/** Runs agents on this machine and makes their sessions go on. */
export function openRunner(host: Host, options: RunnerOptions = {}): Runner {
  const drivers = { ...usualDrivers, ...options.drivers };
  const place = {
    host,
    stateFolder: stateFolderOf(host),
    driverOf: (agent: Agent) => drivers[agent] ?? noDriver(agent),
    programOf: (agent: Agent) => host.env[`REPRISE_${agent.toUpperCase()}_BIN`] || null,
    newId: randomUUID,
    version: options.version ?? "0.0.0",
    redacts: options.redacts ?? true,
    onHealth: options.onHealth ?? (() => undefined),
  };
  return new FileRunner({
    place,
    library: openFileLibrary(host),
    driverOf: (agent) => drivers[agent] ?? null,
  });
}

function noDriver(agent: Agent): never {
  throw new SessionError("bad-use", `Reprise cannot drive ${agent} yet. Choose another agent with --agent.`);
}
