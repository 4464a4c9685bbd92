import { join } from "node:path";
import { type Agent, parseJson } from "@reprise/model";
import type { AgentProgram } from "../agents/definition.ts";
import { digestOf } from "../host/digest.ts";
import { replaceFile } from "../host/files/replace-file.ts";
import type { Host } from "../host/host.ts";

/** The default agent for new sessions of a project: the one chosen last. */
export interface LastAgent {
  /** Null when none was chosen, or it cannot be read. */
  load(project: string): Agent | null;
  /** Best effort: if it cannot be saved, the person is asked again. */
  save(project: string, agent: Agent): void;
}

const MOST_BYTES = 64 * 1024;

/** One file per project, beside its draft: `<state>/workspaces/<hash of the project>/agent.json`. */
export function openLastAgent(
  stateFolder: string,
  agents: readonly AgentProgram[],
  host: Pick<Host, "files">,
): LastAgent {
  const pathOf = (project: string) => join(stateFolder, "workspaces", digestOf(project).slice(0, 32), "agent.json");
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
        // A failure here must not keep anyone from starting a session.
      }
    },
  };
}

function agentIn(text: string, project: string, agents: readonly AgentProgram[]): Agent | null {
  const value = parseJson(text) as Record<string, unknown> | null;
  if (value?.version !== 1 || value.project !== project) return null;
  return agents.find(({ agent }) => agent === value.agent)?.agent ?? null;
}
