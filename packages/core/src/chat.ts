/**
 * Wires Chats, conversations of programs with agents; no logic. What @reprise/chat offers is exported here.
 *
 * - what a request means, and a chat as programs see it: chat/requested-turn.ts
 * - one turn at a time for each chat: chat/agent-chats.ts; those that wait: chat/turn-queue.ts
 * - when a turn counts: chat/carry-out-turn.ts (files in, message, files out, committed together), then docs/formats/chat.md
 * - one message, one process: chat/run-chat.ts; each agent's command and output: agents/<agent>/chat.ts
 * - where it runs: chat/sandbox/sandbox.ts (a new one: `SandboxProvider`, and its suite testkit/conformance/sandbox.ts),
 *   chat/sandbox/local-sandbox.ts, chat/sandbox/bubblewrap-sandbox.ts, chat/sandbox/container/container-sandbox.ts
 * - how a workspace travels: chat/workspace/pack-workspace.ts, chat/workspace/unpack-workspace.ts; other files: chat/travel.ts
 * - what is kept, and who has the lease: chat/store/chat-store.ts (the contract), chat/store/file-chat-store.ts
 * - chats as sessions, for lists and searches: chat/chat-sessions.ts
 * - a session of the person's own that a new chat continues: chat/own-sessions.ts
 * - what the agent needs not make again for the next message: chat/kept-databases.ts
 * - what a failed turn left behind, for the next one: chat/recap.ts
 */

import { join } from "node:path";
import { type Agent, type Chats, type Library, SessionError } from "@reprise/model";
import type { AgentDefinition } from "./agents/definition.ts";
import { builtInAgents } from "./agents/registry.ts";
import { AgentChats } from "./chat/agent-chats.ts";
import { ChatSessions } from "./chat/chat-sessions.ts";
import { ownSessions } from "./chat/own-sessions.ts";
import type { AgentParts } from "./chat/requested-turn.ts";
import { type ChatLimits, usualChatLimits } from "./chat/run-chat.ts";
import { bubblewrapSandbox } from "./chat/sandbox/bubblewrap-sandbox.ts";
import { containerSandbox, imageVariable } from "./chat/sandbox/container/container-sandbox.ts";
import { localSandbox } from "./chat/sandbox/local-sandbox.ts";
import type { SandboxProvider } from "./chat/sandbox/sandbox.ts";
import type { ChatStore } from "./chat/store/chat-store.ts";
import { FileChatStore } from "./chat/store/file-chat-store.ts";
import { digestOf } from "./host/digest.ts";
import type { Host } from "./host/host.ts";
import { cacheFolderOf, stateFolderOf } from "./host/own-folders.ts";
import type { GivenHomes } from "./library/homes.ts";
import { type LibraryOptions, openFileLibrary } from "./library.ts";

export type {
  ChatAgent,
  ChatCommand,
  ChatCommandTurn,
  ChatHome,
  ChatMapperTurn,
  PersonalFile,
  ProcessEnd,
  StdoutMapper,
} from "./agents/chat/chat-agent.ts";
export { carryOutTurn, type TurnInProgress, type TurnParts } from "./chat/carry-out-turn.ts";
export {
  type AgentParts,
  chatOf,
  checkedRequest,
  isSameSetup,
  setupFor,
} from "./chat/requested-turn.ts";
export * from "./chat/run-chat.ts";
export { bubblewrapSandbox } from "./chat/sandbox/bubblewrap-sandbox.ts";
export { checkedFiles, outermostPaths } from "./chat/sandbox/checked-files.ts";
export { type ContainerOptions, containerSandbox } from "./chat/sandbox/container/container-sandbox.ts";
export { localSandbox } from "./chat/sandbox/local-sandbox.ts";
export { takePersonalFiles } from "./chat/sandbox/personal-files.ts";
export * from "./chat/sandbox/sandbox.ts";
export type { RecordedChat, RecordedTurn } from "./chat/store/chat-journal.ts";
export * from "./chat/store/chat-store.ts";
export { FileChatStore } from "./chat/store/file-chat-store.ts";
export { RedactedEvents } from "./chat/store/redacted-events.ts";
export { usualWorkspaceLimits, type WorkspaceLimits } from "./chat/workspace/limits.ts";
export {
  type Omitted,
  type PackedWorkspace,
  packWorkspace,
  type WorkspacePart,
} from "./chat/workspace/pack-workspace.ts";
export { unpackWorkspace } from "./chat/workspace/unpack-workspace.ts";
export { WorkspaceError, type WorkspaceProblem } from "./chat/workspace/workspace-error.ts";
export { takeLock } from "./host/files/lock.ts";
export { stateFolderOf } from "./host/own-folders.ts";
export { redactSecrets } from "./journal/redact.ts";

export interface ChatsOptions {
  readonly version?: string | undefined;
  /** Instead of the built-in ones. */
  readonly agents?: readonly [AgentDefinition, ...AgentDefinition[]] | undefined;
  /** Besides those of this machine. */
  readonly sandboxes?: readonly SandboxProvider[] | undefined;
  readonly limits?: Partial<ChatLimits> | undefined;
}

/** Chats on this machine, kept in its state folder. */
export function openChats(host: Host, options: ChatsOptions = {}): Chats {
  const store = new FileChatStore(host);
  return new AgentChats({ ...agentParts(host, options), store, folderOf: (chat) => store.folderOf(chat) });
}

export interface ChatLibraryOptions extends Pick<LibraryOptions, "onProgress"> {
  readonly agents?: ChatsOptions["agents"];
  /** Beside the sessions of these homes, of the usual ones for an agent that is not named; null: chats alone. */
  readonly own?: GivenHomes | null | undefined;
  /** Default: the chats of this machine. `name` tells stores apart; `close` is called at the end. */
  readonly shared?: { readonly store: ChatStore; readonly name: string; readonly close: () => void } | undefined;
}

/** Chats as sessions of their agents, read-only. Their files are unpacked into the cache of this machine. */
export function openChatLibrary(host: Host, options: ChatLibraryOptions = {}): Library {
  const { agents = builtInAgents, own = null, shared, onProgress } = options;
  const { store, name, close } = shared ?? {
    store: new FileChatStore(host),
    name: stateFolderOf(host),
    close: () => {},
  };
  const folder = join(cacheFolderOf(host), "chats", digestOf(name).slice(0, 32));
  const chats = new ChatSessions({
    host,
    store,
    sources: agents.map(({ source }) => source),
    agentOf: (agent) => chatAgentOf(agents, agent),
    folder,
    own: own && ((source) => own[source.agent] ?? source.homes(host)),
  });
  // Their rows and texts are not among those of the person's own sessions.
  const apart = { ...host, env: { ...host.env, REPRISE_CACHE: folder } };
  return openFileLibrary(apart, {
    sources: chats.sources,
    onProgress,
    copies: {
      refresh: () =>
        chats.refresh().catch((error: unknown) => {
          throw error instanceof SessionError ? error : notRead(error);
        }),
      chatIn: (home) => chats.chatIn(home),
      close,
    },
  });
}

function notRead(cause: unknown): SessionError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SessionError("unreadable", `The chats cannot be read (${why}). Try again when they can.`, { cause });
}

/** What the turns of chats are carried out with on this machine, for another store or engine. */
export function agentParts(host: Host, options: ChatsOptions = {}): AgentParts {
  const { agents = builtInAgents, sandboxes = [], version = "0.0.0" } = options;
  return {
    host,
    appVersion: version,
    agentOf: (agent) => chatAgentOf(agents, agent),
    agentNames: agents.map(({ agent }) => agent) as [Agent, ...Agent[]],
    programOf: (agent) => host.env[`REPRISE_${agent.toUpperCase()}_BIN`] || undefined,
    providers: [localSandbox(host), bubblewrapSandbox(host), ...containersOf(host), ...sandboxes],
    limits: { ...usualChatLimits, ...options.limits },
    ownSessions: ownSessions({
      host,
      agents,
      openLibrary: () => openFileLibrary(host, { sources: agents.map(({ source }) => source) }),
      plan: async (session, wish, library) => {
        // Loads every driver: other chats do without.
        const { openRunner } = await import("./runner.ts");
        return (await openRunner(host, { agents, library })).plan(session, wish);
      },
    }),
  };
}

function containersOf(host: Host): readonly SandboxProvider[] {
  const image = host.env[imageVariable] || null;
  return (["docker", "podman"] as const).map((engine) => containerSandbox(host, { engine, image }));
}

/** The small library objects: command and mapper of each agent. Null if there is none of that name. */
export async function chatAgentOf(agents: readonly AgentDefinition[], name: Agent) {
  const acting = await agents.find(({ agent }) => agent === name)?.acting();
  return (await acting?.chat?.()) ?? null;
}
