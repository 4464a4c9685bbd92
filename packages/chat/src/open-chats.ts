import { join } from "node:path";
import { type AgentDefinition, builtInAgents, type Host, type LibraryOptions } from "@reprise/core";
import { cacheFolderOf, stateFolderOf } from "@reprise/core/folders";
import { digestOf, type GivenHomes, openFileLibrary } from "@reprise/core/parts";
import { type Agent, type Chats, type Library, SessionError } from "@reprise/model";
import { AgentChats } from "./agent-chats.ts";
import { ChatSessions } from "./chat-sessions.ts";
import { ownSessions } from "./own-sessions.ts";
import { bubblewrapSandbox } from "./sandbox/bubblewrap-sandbox.ts";
import { containerSandbox, imageVariable } from "./sandbox/container/container-sandbox.ts";
import { localSandbox } from "./sandbox/local-sandbox.ts";
import type { SandboxProvider } from "./sandbox/sandbox.ts";
import type { ChatStore } from "./store/chat-store.ts";
import { FileChatStore } from "./store/file-chat-store.ts";
import type { AgentParts } from "./turn/requested-turn.ts";
import { type ChatLimits, usualChatLimits } from "./turn/run-chat.ts";

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
        const { openRunner } = await import("@reprise/core/runner");
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
