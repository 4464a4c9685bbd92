import { randomUUID } from "node:crypto";
import { type Agent, type Runner, SessionError } from "@reprise/model";
import type { AilmentScan } from "./agents/ailments.ts";
import { claudeAilments } from "./agents/claude/ailments.ts";
import { claudeExecDriver } from "./agents/claude/exec/driver.ts";
import { claudeWriter } from "./agents/claude/write/writer.ts";
import { codexAilments } from "./agents/codex/ailments.ts";
import { codexDriver } from "./agents/codex/driver/driver.ts";
import { codexWriter } from "./agents/codex/write/writer.ts";
import type { AgentDriver } from "./agents/driver.ts";
import { geminiAilments } from "./agents/gemini/ailments.ts";
import { geminiExecDriver } from "./agents/gemini/exec/driver.ts";
import { geminiWriter } from "./agents/gemini/write/writer.ts";
import { opencodeAilments } from "./agents/opencode/ailments.ts";
import { opencodeExecDriver } from "./agents/opencode/exec/driver.ts";
import { opencodeWriter } from "./agents/opencode/write/writer.ts";
import type { NativeWriter } from "./agents/writer.ts";
import type { Host } from "./host/host.ts";
import { stateFolderOf } from "./host/own-folders.ts";
import type { WriterHealth } from "./journal/journal-writer.ts";
import { openFileLibrary } from "./library.ts";
import { FileRunner } from "./runner/file-runner.ts";

export interface RunnerOptions {
  readonly version?: string | undefined;
  /** Off only by a setting of the person. */
  readonly redacts?: boolean | undefined;
  readonly onHealth?: ((health: WriterHealth) => void) | undefined;
  /** Instead of the usual ones. */
  readonly drivers?: Drivers | undefined;
  readonly writers?: Writers | undefined;
}

type Drivers = Readonly<Partial<Record<Agent, AgentDriver>>>;
type Writers = Readonly<Partial<Record<Agent, NativeWriter>>>;

/** How each agent is driven: one line each. */
const usualDrivers: Drivers = {
  codex: codexDriver,
  claude: claudeExecDriver,
  gemini: geminiExecDriver,
  opencode: opencodeExecDriver,
};

/** How a session is put into an agent's own store: one line each. */
export const nativeWriters: Writers = {
  codex: codexWriter,
  claude: claudeWriter,
  gemini: geminiWriter,
  opencode: opencodeWriter,
};

/** What makes a session fail: one line an agent. */
const scans: Readonly<Partial<Record<Agent, AilmentScan>>> = {
  codex: codexAilments,
  claude: claudeAilments,
  gemini: geminiAilments,
  opencode: opencodeAilments,
};

/** Runs agents on this machine and makes their sessions go on. */
export function openRunner(host: Host, options: RunnerOptions = {}): Runner {
  const drivers = { ...usualDrivers, ...options.drivers };
  const writers = { ...nativeWriters, ...options.writers };
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
    writerOf: (agent) => writers[agent] ?? null,
    scans,
  });
}

function noDriver(agent: Agent): never {
  throw new SessionError("bad-use", `Reprise cannot drive ${agent} yet. Choose another agent with --agent.`);
}
