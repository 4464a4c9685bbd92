import type { Agent, AgentTraits } from "@reprise/model";
import type { Host } from "../host/host.ts";
import type { ChatAgent } from "./chat/chat-agent.ts";
import type { AgentDriver, Capabilities } from "./driving/driver.ts";
import type { Interactive } from "./driving/interactive.ts";
import type { AgentSource } from "./reading/source.ts";
import type { NativeWriter } from "./writing/native-writer.ts";
import type { ReadToolMeaning } from "./writing/portable.ts";
import type { SessionMover } from "./writing/session-mover.ts";

export interface AgentProgram {
  readonly agent: Agent;
  /** Display name. */
  readonly title: string;
  /** The program's name on the path. `install`: how to get it. */
  readonly program: string;
  readonly install: string;
}

export function agentTraits({ agent, title, can }: AgentDefinition): AgentTraits {
  const { asks, steers, takesImages, takesFiles, escapesMentions = false } = can;
  return { agent, title, asks, steers, takesImages, takesFiles, escapesMentions };
}

/** Defaults of headless modes. */
export const headless = {
  streams: false,
  asks: false,
  steers: false,
  informs: false,
  forks: false,
  locks: false,
} as const;

/** Everything Reprise knows about an agent. Registered by one line in `registry.ts`. */
export interface AgentDefinition extends AgentProgram {
  /** How a person signs in, as an order: Run `codex login` */
  readonly signIn: string;
  readonly can: Capabilities;
  /** Tools that start sub-agents, if its stream reports their work; each of these has a session of its own. */
  readonly subAgentTools?: readonly string[] | undefined;
  readonly source: AgentSource;
  /** The agent's own folders and files, by environment and default, existing or not. Reprise never rewinds them. */
  ownFolders(host: Pick<Host, "env" | "homeFolder">): readonly string[];
  /** Loaded only to act: lists do not need it. */
  acting(): Promise<ActingAgent>;
}

export interface ActingAgent {
  readonly driver: AgentDriver;
  /** Null if a session cannot be written to its store. */
  readonly writer: NativeWriter | null;
  readonly interactive: Interactive;
  readonly toolMeaning: ReadToolMeaning;
  /** Null if its sessions cannot be moved to another machine. */
  readonly mover: (() => Promise<SessionMover>) | null;
  /** Null if programs cannot chat with it. */
  readonly chat: (() => Promise<ChatAgent>) | null;
}
