import { join } from "node:path";
import type { Host } from "@reprise/core";
import { makePrivateFolder, stateFolderOf } from "@reprise/core/folders";
import {
  digestOf,
  entryAt,
  isSameProcessAlive,
  type LogFormat,
  lockOwner,
  processIdentity,
  readBytes,
  readLog,
  takeLock,
} from "@reprise/core/parts";
import { redactSecrets } from "@reprise/core/redact";
import { type ChatEvent, type NumberedChatEvent, type Owner, SessionError, type Warning } from "@reprise/model";
import { eventsPath } from "./chat-folder.ts";
import {
  addRecord,
  chatFormat,
  foldChat,
  lostJournal,
  type RecordedChat,
  type RecordedTurn,
  withRunning,
} from "./chat-journal.ts";
import type { AnsweredChat, Begun, ChatStore, NewTurn, StoredChat, StoredPart } from "./chat-store.ts";
import { FileLease } from "./file-lease.ts";
import { notSaved } from "./not-saved.ts";

const mostTurns = 100;
const mostPreview = 2000;

const eventsFormat: LogFormat<NumberedChatEvent> = {
  mostBytes: 1024 ** 3,
  newest: null,
  decode: (row) => (typeof row.number === "number" ? (row as unknown as NumberedChatEvent) : null),
};

/**
 * Chats in files of this machine: a folder per chat with its journal, the events of its turns and the parts that its state
 * refers to. The operating system's lock is the lease: it ends with the process.
 */
export class FileChatStore implements ChatStore {
  readonly #host: Host;
  readonly #folder: string;
  readonly #takeLock: typeof takeLock;

  constructor(host: Host, lock = takeLock) {
    this.#host = host;
    this.#folder = join(stateFolderOf(host), "chats");
    this.#takeLock = lock;
  }

  async read(chat: string): Promise<StoredChat | null> {
    const recorded = this.#recorded(chat);
    return recorded && { ...recorded, turns: recorded.turns.slice(-mostTurns) };
  }

  async begin(turn: NewTurn): Promise<Begun> {
    try {
      return this.#begin(turn);
    } catch (error) {
      throw notSaved(error, `Nothing was sent: ${this.folderOf(turn.chat)} cannot be used`);
    }
  }

  #begin(turn: NewTurn): Begun {
    const folder = this.folderOf(turn.chat);
    makePrivateFolder(this.#folder);
    const lock = this.#takeLock(this.#lock(turn.chat), ownerOf(this.#host), this.#host.processes);
    const key = turn.key === null ? null : digestOf(turn.key);
    try {
      const known = this.#recorded(turn.chat);
      const repeated = key === null ? undefined : known?.turns.findLast((one) => one.key === key);
      if (repeated) {
        const begun = repeatedAs(repeated, turn);
        if (lock.isHeld) lock.release();
        return begun;
      }
      if (turn.isRepeat) {
        if (lock.isHeld) lock.release();
        return { kind: "unknown" };
      }
      if (!lock.isHeld) return { kind: "busy", owner: lock.owner, turn: runningIn(known)?.turn ?? null };
      this.#record(turn, key, known !== null);
      const chat = this.#recorded(turn.chat);
      if (chat === null) throw new SessionError("unreadable", `${this.#journal(turn.chat)} cannot be read.`);
      const lease = new FileLease({ host: this.#host, folder, turn: turn.turn, state: chat.state, lock });
      return { kind: "leased", lease, chat };
    } catch (error) {
      if (lock.isHeld) lock.release();
      throw error;
    }
  }

  async *events(chat: string, turn: string, after = 0): AsyncGenerator<NumberedChatEvent> {
    const recorded = this.#recorded(chat)?.turns.find((one) => one.turn === turn);
    if (!recorded) throw new SessionError("not-found", `Chat ${chat} has no turn ${turn}.`);
    const path = eventsPath(this.folderOf(chat), turn);
    let last = 0;
    for (const numbered of readLog(path, this.#host.files, eventsFormat).items) {
      last = numbered.number;
      if (last > after) yield numbered;
    }
    for (const numbered of endingOf(recorded, last)) if (numbered.number > after) yield numbered;
  }

  async *answered(warn: (warning: Warning) => void): AsyncGenerator<AnsweredChat> {
    for (const found of this.chats()) {
      if ("problem" in found) {
        warn({ kind: "unreadable", path: found.folder, detail: found.problem });
        continue;
      }
      const { chat } = found;
      const recorded = this.#recorded(chat);
      if (!recorded?.state) continue;
      const owner = runningIn(recorded) && lockOwner(this.#lock(chat));
      yield { chat, agent: recorded.setup.agent, state: recorded.state, owner };
    }
  }

  open(chat: string, { sha256, sizeBytes }: StoredPart): AsyncIterable<Uint8Array> {
    return readBytes(join(this.folderOf(chat), "parts"), { sha256, sizeBytes });
  }

  async close(): Promise<void> {}

  /** The id of every chat; where its journal cannot be read, why. */
  *chats(): Generator<
    { readonly folder: string; readonly chat: string } | { readonly folder: string; readonly problem: string }
  > {
    for (const { name, kind } of this.#host.files.list(this.#folder) ?? []) {
      const folder = join(this.#folder, name);
      if (kind !== "folder" || !/^[0-9a-f]{32}$/.test(name)) continue;
      try {
        const path = join(folder, "chat.jsonl");
        const found = foldChat(readLog(path, this.#host.files, chatFormat).items, path);
        if (found !== null && this.folderOf(found.chat) === folder) yield { folder, chat: found.chat };
      } catch (error) {
        yield { folder, problem: error instanceof Error ? error.message : String(error) };
      }
    }
  }

  /** The chat with all its turns, while no turn of it can begin. Null: one runs. */
  hold(chat: string): { readonly chat: RecordedChat; readonly release: () => void } | null {
    const lock = this.#takeLock(this.#lock(chat), ownerOf(this.#host), this.#host.processes);
    if (!lock.isHeld) return null;
    const recorded = this.#folded(chat);
    if (recorded !== null) return { chat: recorded, release: lock.release };
    lock.release();
    throw new SessionError("not-found", `There is no chat ${chat}.`);
  }

  /** The folder of a chat, which may not exist. */
  folderOf(chat: string): string {
    return join(this.#folder, digestOf(chat).slice(0, 32));
  }

  #journal(chat: string): string {
    return join(this.folderOf(chat), "chat.jsonl");
  }

  #lock(chat: string): string {
    return join(this.folderOf(chat), "lock");
  }

  #recorded(chat: string): RecordedChat | null {
    const found = this.#folded(chat);
    const last = found?.turns.at(-1);
    if (!found || !last || last.end || !isSameProcessAlive(last.process, this.#host.processes)) return found;
    if (lockOwner(this.#lock(chat))?.pid === last.process.pid) return withRunning(found);
    // It gave the lock back: if it could record an end, that is there by now.
    return this.#folded(chat);
  }

  #folded(chat: string): RecordedChat | null {
    const path = this.#journal(chat);
    return foldChat(readLog(path, this.#host.files, chatFormat).items, path);
  }

  #record({ chat, turn, message, setup }: NewTurn, key: string | null, isKnown: boolean): void {
    const at = this.#host.now();
    const journal = this.#journal(chat);
    if (!isKnown && entryAt(join(this.folderOf(chat), "turns"))) throw lostJournal(journal);
    if (!isKnown) addRecord(journal, at, { type: "chat-created", chat, setup });
    const process = processIdentity(this.#host.pid, this.#host.processes);
    const preview = redactSecrets(message).slice(0, mostPreview);
    const messageHash = digestOf(message);
    addRecord(journal, at, { type: "turn-begun", turn, key, messageHash, message: preview, process });
  }
}

function repeatedAs(turn: RecordedTurn, { message }: NewTurn): Begun {
  if (turn.messageHash === digestOf(message)) return { kind: "repeated", turn };
  throw new SessionError(
    "refused",
    "The key was used for another message of this chat. Use a new key for each message.",
  );
}

function runningIn(chat: RecordedChat | null): RecordedTurn | null {
  return chat?.turns.findLast(({ status }) => status === "running") ?? null;
}

/** What the journal of the chat adds to the events: its end, or that its process died. */
function endingOf({ status, end, error }: RecordedTurn, last: number): readonly NumberedChatEvent[] {
  if (end) return end.number > last ? [{ number: end.number, event: end.result }] : [];
  if (status !== "interrupted" || error === null) return [];
  const events: ChatEvent[] = [
    { type: "error", ...error },
    { type: "result", status: "failed", usage: null, resets_at: null },
  ];
  return events.map((event, index) => ({ number: last + 1 + index, event }));
}

function ownerOf({ pid }: Host): Owner {
  return { pid, program: "reprise", terminal: null };
}
