import { join } from "node:path";
import { type Agent, parseJson } from "@reprise/model";
import type { AgentProgram } from "../agents/definition.ts";
import { digestOf } from "../host/digest.ts";
import { replaceFile } from "../host/files/replace-file.ts";
import type { Host } from "../host/host.ts";

/** The agent that a new session of a project begins with, as it was chosen last. */
export interface LastAgent {
  /** Null when none was chosen, or it cannot be known. */
  load(project: string): Agent | null;
  /** A help: where it cannot be kept, the next one is asked for again. */
  save(project: string, agent: Agent): void;
}

const MOST_BYTES = 64 * 1024;

/** One file a project, beside its draft: `<state>/workspaces/<hash of the project>/agent.json`. */
export function openLastAgent(
  stateFolder: string,
  agents: readonly AgentProgram[],
  host: Pick<Host, "files">,
): LastAgent {
  const pathOf = (project: string) =>
    join(stateFolder, "workspaces", digestOf(project).slice(0, 32), "agent.json");
  return {
    load: (project) => {
      try {
        return agentIn(host.files.text(pathOf(project), MOST_BYTES) ?? "", project, agents);
      } catch {
        return null;
      }
    },
    save: (project, agent) => {
      try {
        replaceFile(pathOf(project), `${JSON.stringify({ version: 1, project, agent })}\n`);
      } catch {
        // Nobody is kept from beginning a session by it.
      }
    },
  };
}

function agentIn(text: string, project: string, agents: readonly AgentProgram[]): Agent | null {
  const value = parseJson(text) as Record<string, unknown> | null;
  if (value?.version !== 1 || value.project !== project) return null;
  return agents.find(({ agent }) => agent === value.agent)?.agent ?? null;
}
