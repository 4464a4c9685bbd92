import type { Agent, AgentTraits } from "@reprise/model";
import type { Host } from "../host/host.ts";
import type { AgentDriver, Capabilities } from "./driving/driver.ts";
import type { Interactive } from "./driving/interactive.ts";
import type { AgentSource } from "./reading/source.ts";
import type { NativeWriter } from "./writing/native-writer.ts";
import type { ReadToolMeaning } from "./writing/portable.ts";

/** An agent as a program. */
export interface AgentProgram {
  readonly agent: Agent;
  /** What a person calls it. */
  readonly title: string;
  /** The program's name on the path, and how to get it. */
  readonly program: string;
  readonly install: string;
}

export function agentTraits({ agent, title, can }: AgentDefinition): AgentTraits {
  const { asks, steers, takesImages, takesFiles } = can;
  return { agent, title, asks, steers, takesImages, takesFiles };
}

/** What no headless mode can do, unless said otherwise. */
export const headless = {
  streams: false,
  asks: false,
  steers: false,
  informs: false,
  forks: false,
  locks: false,
} as const;

/** All that Reprise knows of an agent. Registered by one line in `registry.ts`. */
export interface AgentDefinition extends AgentProgram {
  readonly can: Capabilities;
  readonly source: AgentSource;
  /** Folders and single files that are its own, by environment and default, there or not. Reprise never rewinds them. */
  ownFolders(host: Pick<Host, "env" | "homeFolder">): readonly string[];
  /** Loaded when the agent is to do something: a list does without. */
  acting(): Promise<ActingAgent>;
}

export interface ActingAgent {
  readonly driver: AgentDriver;
  /** Null where a session cannot be put into its own store. */
  readonly writer: NativeWriter | null;
  readonly interactive: Interactive;
  readonly toolMeaning: ReadToolMeaning;
}
