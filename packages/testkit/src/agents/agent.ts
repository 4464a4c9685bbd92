import type { ModelKind } from "../models/protocol.ts";
import type { ToolCall } from "../models/script.ts";
import type { AgentName } from "./binaries.ts";
import type { AgentProcess } from "./process.ts";

export type TurnOptions = {
  prompt: string;
  cwd: string;
  /** The id of the session to resume. */
  resume?: string;
  /** The agent may run tools without asking. */
  allowTools?: boolean;
  extraArgs?: readonly string[];
  env?: Record<string, string>;
};

/** A HOME in which the real binary talks only to a scripted model. */
export type AgentHome = {
  env: Record<string, string>;
  /** One headless turn; the process exits at its end. */
  spawnTurn(options: TurnOptions): AgentProcess;
  /** The current session files. */
  sessionFiles(): Promise<string[]>;
};

export type TestAgent = {
  name: AgentName;
  modelKind: ModelKind;
  /** Writes the files before it resolves; `home` must exist. */
  prepareHome(options: { home: string; model: { origin: string } }): Promise<AgentHome>;
  /** The tool call that makes this agent run a shell command. */
  shellCall(command: string): ToolCall;
  /** The session's id in the turn's output; null before it is printed. */
  sessionId(turn: AgentProcess): string | null;
};

/** The first result from a turn's JSON lines. */
export function findInLines(
  lines: readonly string[],
  pick: (event: Record<string, unknown>) => unknown,
): string | null {
  for (const line of lines) {
    const found = line.startsWith("{") ? pick(JSON.parse(line)) : null;
    if (typeof found === "string") return found;
  }
  return null;
}
