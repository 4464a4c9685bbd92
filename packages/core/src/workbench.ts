import {
  type Drafts,
  type Library,
  type PromptStore,
  SessionError,
  type SessionId,
  type Settings,
} from "@reprise/model";
import type { AgentDefinition } from "./agents/definition.ts";
import { usualAgents } from "./agents/registry.ts";
import type { Host } from "./host/host.ts";
import { stateFolderOf } from "./host/own-folders.ts";
import type { FileLibrary } from "./library/file-library.ts";
import { openPromptStore } from "./runs/prompt-store.ts";
import { type AgentHere, agentsIn } from "./workbench/agents-here.ts";
import { openDrafts } from "./workbench/drafts.ts";
import { type OwnInterface, ownInterfaceOf } from "./workbench/own-interface.ts";
import { openUsualAgent, type UsualAgent } from "./workbench/usual-agent.ts";
import { projectOf } from "./workspace/project.ts";

export type { AgentHere } from "./workbench/agents-here.ts";
export type { OwnInterface } from "./workbench/own-interface.ts";
export type { UsualAgent } from "./workbench/usual-agent.ts";

/** Unsent words on this machine. */
export function draftsOn(host: Host): Drafts {
  return openDrafts(stateFolderOf(host), host);
}

/** Prompts on their way to an agent. */
export function promptsOn(host: Host): PromptStore {
  return openPromptStore(stateFolderOf(host), host);
}

/** The agent that was chosen last, by any folder of a project. */
export function usualAgentOn(host: Host, agents: readonly AgentDefinition[] = usualAgents): UsualAgent {
  const kept = openUsualAgent(stateFolderOf(host), agents, host);
  const placeOf = (folder: string) => {
    const { repository, roots } = projectOf(folder, host.files);
    return repository?.gitFolder ?? roots[0] ?? folder; // one for all worktrees
  };
  return {
    load: (folder) => kept.load(placeOf(folder)),
    save: (folder, agent) => kept.save(placeOf(folder), agent),
  };
}

/** Which agents a session can be begun with on this machine, and of the others why not. */
export function agentsHere(host: Host, agents: readonly AgentDefinition[] = usualAgents): AgentHere[] {
  return agentsIn(agents, host);
}

/** Reads only. Throws `refused` when the directory that the session belongs to is gone. */
export async function findOwnInterface(
  session: SessionId,
  settings: Settings,
  library: Library,
  host: Host,
  agents: readonly AgentDefinition[] = usualAgents,
): Promise<OwnInterface & { readonly cwd: string }> {
  const recorded = await (library as FileLibrary).recorded(session);
  const agent = agents.find((one) => one.agent === recorded.session.agent) as AgentDefinition;
  const { interactive } = await agent.acting();
  const found = ownInterfaceOf(recorded, settings, { ...agent, ...interactive }, host);
  if (found.cwd !== null) return { ...found, cwd: found.cwd };
  const folder = settings.cwd ?? recorded.session.workspace ?? "a directory that was not recorded";
  throw new SessionError(
    "refused",
    `${session} belongs to ${folder}, which is not there. Restore it with another directory: reprise resume ${session} --cwd DIR.`,
  );
}
