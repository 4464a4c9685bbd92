import {
  type Agent,
  type Drafts,
  type PromptStore,
  SessionError,
  type SessionId,
  type Settings,
} from "@reprise/model";
import { claudeInteractive } from "./agents/claude/interactive.ts";
import { codexInteractive } from "./agents/codex/interactive.ts";
import { geminiInteractive } from "./agents/gemini/interactive.ts";
import type { Interactive } from "./agents/interactive.ts";
import { opencodeInteractive } from "./agents/opencode/interactive.ts";
import type { Host } from "./host/host.ts";
import { stateFolderOf } from "./host/own-folders.ts";
import { type LibraryOptions, openFileLibrary } from "./library.ts";
import { openPromptStore } from "./runs/prompt-store.ts";
import { type AgentHere, agentsIn } from "./workbench/agents-here.ts";
import { openDrafts } from "./workbench/drafts.ts";
import { type OwnInterface, ownInterfaceOf } from "./workbench/own-interface.ts";
import { openUsualAgent, type UsualAgent } from "./workbench/usual-agent.ts";
import { projectOf } from "./workspace/project.ts";

export type { AgentHere } from "./workbench/agents-here.ts";
export type { OwnInterface } from "./workbench/own-interface.ts";
export type { UsualAgent } from "./workbench/usual-agent.ts";

/** The interface each agent has for people: one line each. */
const interfaces: Readonly<Record<Agent, Interactive>> = {
  codex: codexInteractive,
  claude: claudeInteractive,
  gemini: geminiInteractive,
  opencode: opencodeInteractive,
};

/** Unsent words on this machine. */
export function draftsOn(host: Host): Drafts {
  return openDrafts(stateFolderOf(host), host);
}

/** Prompts on their way to an agent. */
export function promptsOn(host: Host): PromptStore {
  return openPromptStore(stateFolderOf(host), host);
}

/** The agent that was chosen last, by any folder of a project. */
export function usualAgentOn(host: Host): UsualAgent {
  const kept = openUsualAgent(stateFolderOf(host), host);
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
export function agentsHere(host: Host): AgentHere[] {
  return agentsIn(interfaces, host);
}

/** Reads only. Throws `refused` when the directory that the session belongs to is gone. */
export async function findOwnInterface(
  session: SessionId,
  settings: Settings,
  host: Host,
  options: Pick<LibraryOptions, "homes"> = {},
): Promise<OwnInterface & { readonly cwd: string }> {
  const library = openFileLibrary(host, options);
  try {
    const recorded = await library.recorded(session);
    const found = ownInterfaceOf(recorded, settings, interfaces[recorded.session.agent], host);
    if (found.cwd !== null) return { ...found, cwd: found.cwd };
    const folder = settings.cwd ?? recorded.session.workspace ?? "a directory that was not recorded";
    throw new SessionError(
      "refused",
      `${session} belongs to ${folder}, which is not there. Restore it with another directory: reprise resume ${session} --cwd DIR.`,
    );
  } finally {
    library.close();
  }
}
