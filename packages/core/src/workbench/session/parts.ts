import type { Agent, Library, Runner } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { ShownState } from "./shown-state.ts";

/** What the parts of one workbench share. */
export interface WorkbenchParts {
  readonly shown: ShownState;
  readonly runner: Runner;
  readonly library: Library;
  readonly host: Host;
  readonly stateFolder: string;
  /** Whether an agent takes input during a turn. */
  readonly canSteer: (agent: Agent) => boolean;
  /** Tools of an agent that start sub-agents whose work is shown live. */
  readonly subAgentTools: (agent: Agent) => readonly string[];
  /** How a person signs in to an agent. */
  readonly signIn: (agent: Agent) => string;
  /** The person wants approvals for the session kept over a restart. */
  readonly remembers: () => boolean;
  readonly onProblem: (error: unknown) => void;
}
