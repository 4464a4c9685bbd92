import { join } from "node:path";
import { type AgentSource, existingHomes, type Host } from "@reprise/core";
import type { ChatAgent } from "@reprise/core/agents";
import { digestOf, makeEmptyFolder, makeFolder, removeOthers, replaceFile, replaceFolder } from "@reprise/core/parts";
import { type Agent, SessionError, type Warning } from "@reprise/model";
import { FolderFiles } from "./sandbox/folder-files.ts";
import type { AnsweredChat, ChatStore } from "./store/chat-store.ts";
import { filesIn } from "./turn/travel.ts";

interface ChatSessionsParts {
  readonly host: Host;
  readonly store: Pick<ChatStore, "answered" | "open" | "read">;
  readonly sources: readonly AgentSource[];
  readonly agentOf: (agent: Agent) => Promise<ChatAgent | null>;
  /** May be deleted at any time. */
  readonly folder: string;
  /** Homes that are read beside; null: only those of chats. */
  readonly own: ((source: AgentSource) => readonly string[]) | null;
}

const atOnce = 8;

/**
 * Chats as sessions of their agents: the files of each are unpacked into a home of its own, where the agent's source reads them like
 * any other. The session is called as the chat, and whoever answers a message has it open.
 */
export class ChatSessions {
  readonly #parts: ChatSessionsParts;
  /** By home. */
  #chats: ReadonlyMap<string, AnsweredChat> = new Map();
  /** Which files were last unpacked, by chat. */
  readonly #unpacked = new Map<string, string>();

  constructor(parts: ChatSessionsParts) {
    this.#parts = parts;
  }

  get sources(): readonly AgentSource[] {
    return this.#parts.sources.map((source) => ({
      ...source,
      homes: () => [
        ...(this.#parts.own?.(source) ?? []),
        ...[...this.#chats].flatMap(([home, { agent }]) => (agent === source.agent ? [home] : [])),
      ],
      names: (home, host) => this.#ofThread(home, ({ chat }) => chat) ?? source.names(home, host),
      owners: (home, open, host) => this.#ofThread(home, ({ owner }) => owner) ?? source.owners(home, open, host),
    }));
  }

  /** The chat of a home. */
  chatIn(home: string): string | null {
    return this.#chats.get(home)?.chat ?? null;
  }

  /** What each chat has now. Resolves with what could not be read. */
  async refresh(): Promise<readonly Warning[]> {
    const { host, store, folder } = this.#parts;
    const warnings: Warning[] = [];
    const found = new Map<string, AnsweredChat>();
    const begun = host.files.list(join(folder, "new")) ?? [];
    const isOfLiving = (name: string) => host.processes.isAlive(Number(name.split("-")[0]), null);
    removeOthers(join(folder, "new"), new Set(begun.map(({ name }) => name).filter(isOfLiving)));
    const chats = store.answered((warning) => warnings.push(warning))[Symbol.asyncIterator]();
    const unpackSome = async () => {
      for (let next = await chats.next(); !next.done; next = await chats.next()) {
        const home = await this.#homeOf(next.value).catch((error: unknown) => {
          const detail = error instanceof Error ? error.message : String(error);
          warnings.push({ kind: "unreadable", path: next.value.chat, detail });
          return null;
        });
        if (home !== null) found.set(home, next.value);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, unpackSome));
    this.#chats = found;
    removeOthers(join(folder, "chats"), new Set([...found.values()].map(({ chat }) => nameOf(chat))));
    return warnings;
  }

  /** Null: the home is no chat's. */
  #ofThread<Value>(home: string, read: (chat: AnsweredChat) => Value | null): ReadonlyMap<string, Value> | null {
    const chat = this.#chats.get(home);
    if (chat === undefined) return null;
    const value = read(chat);
    return new Map(value === null ? [] : [[chat.state.session, value]]);
  }

  /** Where the agent's source finds its files. */
  async #homeOf(found: AnsweredChat): Promise<string> {
    const { host, sources, agentOf } = this.#parts;
    const [agent, source] = [await agentOf(found.agent), sources.find((one) => one.agent === found.agent)];
    if (!agent || !source) throw new SessionError("refused", `Sessions of ${found.agent} cannot be read here.`);
    const home = join(await this.#unpackedOf(found), "home");
    const inside = { ...host, env: { ...host.env, ...agent.home.env(home) }, homeFolder: home };
    const [path] = existingHomes(source.homes(inside), host);
    if (path === undefined) throw new SessionError("unreadable", `It holds no session of ${agent.title}.`);
    return path;
  }

  async #unpackedOf(found: AnsweredChat): Promise<string> {
    const { host, store } = this.#parts;
    const folder = join(this.#parts.folder, "chats", nameOf(found.chat));
    const mark = join(folder, "files");
    const { sha256 } = found.state.files;
    this.#unpacked.set(found.chat, this.#unpacked.get(found.chat) ?? host.files.text(mark, 100) ?? "");
    if (this.#unpacked.get(found.chat) === sha256) return folder;
    const fresh = join(this.#parts.folder, "new", `${host.pid}-${nameOf(found.chat)}`);
    makeEmptyFolder(fresh);
    const home = host.files.real(makeFolder(join(fresh, "home")));
    try {
      await new FolderFiles({ home, workspace: home }).put("home", filesIn(store.open(found.chat, found.state.files)));
    } catch (error) {
      // A turn may have ended since, and its files have taken their place.
      const now = (await store.read(found.chat))?.state ?? null;
      if (now === null || now.files.sha256 === sha256) throw error;
      return this.#unpackedOf({ ...found, state: now });
    }
    replaceFile(join(fresh, "files"), sha256);
    replaceFolder(fresh, folder);
    this.#unpacked.set(found.chat, sha256);
    return folder;
  }
}

function nameOf(chat: string): string {
  return digestOf(chat).slice(0, 32);
}
