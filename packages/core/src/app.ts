import {
  type Drafts,
  type Library,
  type PromptStore,
  SessionError,
  type SessionNames,
  type Settings,
} from "@reprise/model";
import type { AgentDefinition } from "./agents/definition.ts";
import type { SandboxLimits } from "./agents/driving/interactive.ts";
import { builtInAgents } from "./agents/registry.ts";
import type { Host } from "./host/host.ts";
import { stateFolderOf } from "./host/own-folders.ts";
import type { FileLibrary } from "./library/file-library.ts";
import { openPromptStore } from "./runs/prompts/prompt-store.ts";
import { openAppPreferences } from "./workbench/app-preferences.ts";
import { type AvailableAgent, agentsIn } from "./workbench/available-agents.ts";
import { openDrafts } from "./workbench/drafts.ts";
import { promptImage } from "./workbench/files/prompt-image.ts";
import { RecentFiles } from "./workbench/files/recent-files.ts";
import { type LastAgent, openLastAgent } from "./workbench/last-agent.ts";
import { type OwnInterface, ownInterfaceOf } from "./workbench/own-interface.ts";
import { openSessionNames } from "./workbench/session-names.ts";
import { projectOf } from "./workspace/project.ts";

export { mayHaveUnfinishedWork } from "./runs/unfinished-work.ts";
export type { AvailableAgent } from "./workbench/available-agents.ts";
export type { LastAgent } from "./workbench/last-agent.ts";
export type { OwnInterface } from "./workbench/own-interface.ts";

/** Unsent drafts on this machine. */
export function draftsOn(host: Host): Drafts {
  return openDrafts(stateFolderOf(host), host);
}

/** The files of folders, for mentions in prompts. */
export function filesOn(host: Host): (folder: string, letters: string) => Promise<readonly string[]> {
  const folders = new Map<string, RecentFiles>();
  return (folder, letters) => {
    const files = folders.get(folder) ?? new RecentFiles(folder, host);
    folders.set(folder, files);
    return files.matching(letters);
  };
}

/** An image to be sent with a prompt; a relative path starts at the folder. Throws `refused`. */
export async function imageOn(
  host: Host,
  path: string,
  folder: string,
): Promise<{ readonly path: string; readonly sizeBytes: number }> {
  return promptImage(path, folder, host);
}

/** What was chosen on the screens of the terminal app. */
export function appPreferencesOn(host: Host): ReturnType<typeof openAppPreferences> {
  return openAppPreferences(stateFolderOf(host), host);
}

/** Prompts not yet received by an agent. */
export function promptsOn(host: Host): PromptStore {
  return openPromptStore(stateFolderOf(host), host);
}

/** Names that editors gave to sessions. */
export function sessionNamesOn(host: Host): SessionNames {
  return openSessionNames(stateFolderOf(host), host);
}

/** The agent chosen last, by any folder of a project. */
export function lastAgentOn(host: Host, agents: readonly AgentDefinition[] = builtInAgents): LastAgent {
  const kept = openLastAgent(stateFolderOf(host), agents, host);
  const placeOf = (folder: string) => {
    const { repository, roots } = projectOf(folder, host.files);
    return repository?.gitFolder ?? roots[0] ?? folder; // one for all worktrees
  };
  return {
    load: (folder) => kept.load(placeOf(folder)),
    save: (folder, agent) => kept.save(placeOf(folder), agent),
  };
}

/** Agents on this machine, and why a session cannot be started with the unavailable ones. */
export function agentsHere(host: Host, agents: readonly AgentDefinition[] = builtInAgents): AvailableAgent[] {
  return agentsIn(agents, host);
}

/** Reads only. Throws `refused` when the session's directory is gone. */
export async function findOwnInterface(
  text: string,
  { settings, limits }: { readonly settings: Settings; readonly limits: SandboxLimits | null },
  library: Library,
  host: Host,
  agents: readonly AgentDefinition[] = builtInAgents,
): Promise<OwnInterface & { readonly cwd: string }> {
  const recorded = await (library as FileLibrary).recorded(text);
  const agent = agents.find((one) => one.agent === recorded.session.agent) as AgentDefinition;
  const { interactive } = await agent.acting();
  const found = ownInterfaceOf(recorded, settings, { ...agent, ...interactive }, host, limits);
  if (found.cwd !== null) return { ...found, cwd: found.cwd };
  const { id } = recorded.session;
  const folder = settings.cwd ?? recorded.session.workspace ?? "a directory that was not recorded";
  throw new SessionError(
    "refused",
    `${id} belongs to ${folder}, which is not there. Resume it in another directory: reprise resume ${id} --cwd DIR.`,
  );
}
