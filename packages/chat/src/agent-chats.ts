import { randomUUID } from "node:crypto";
import type { ChatAgent } from "@reprise/core/agents";
import {
  type Chat,
  ChatBusyError,
  type ChatRequest,
  type Chats,
  type ChatTurn,
  type NumberedChatEvent,
  type SendOptions,
  SessionError,
} from "@reprise/model";
import type { SandboxProvider } from "./sandbox/sandbox.ts";
import type { Begun, ChatStore, StoredChat, StoredTurn } from "./store/chat-store.ts";
import { carryOutTurn } from "./turn/carry-out-turn.ts";
import { LiveTurn } from "./turn/live-turn.ts";
import { type AgentParts, chatOf, checkedRequest, isSameSetup, setupFor } from "./turn/requested-turn.ts";
import { TurnQueue } from "./turn/turn-queue.ts";

export interface ChatsParts extends AgentParts {
  readonly store: ChatStore;
  /** A folder for the turns of a chat on this machine. */
  readonly folderOf: (chat: string) => string;
}

interface Started {
  readonly request: ChatRequest;
  readonly agent: ChatAgent;
  readonly provider: SandboxProvider;
  /** False: another message has just created the chat with another setup. */
  readonly isAsAsked: boolean;
}

/** Chats on a store, each turn in a sandbox. */
export class AgentChats implements Chats {
  readonly #parts: ChatsParts;
  readonly #running = new Map<string, LiveTurn>();
  readonly #queue = new TurnQueue();
  #isClosed = false;

  constructor(parts: ChatsParts) {
    this.#parts = parts;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  async send(request: ChatRequest, { key = null, isRepeat = false, signal }: SendOptions = {}): Promise<ChatTurn> {
    const checked = checkedRequest(request);
    const known = await this.#parts.store.read(checked.chat_id);
    const { setup, agent, provider } = await setupFor(checked, known, this.#parts);
    const turn = new LiveTurn(randomUUID(), checked.chat_id);
    const begin = () => {
      if (this.#isClosed)
        throw new ChatBusyError("Reprise is shutting down. Send the message again later.", null, null);
      return this.#parts.store.begin({
        chat: turn.chat,
        turn: turn.id,
        key,
        isRepeat,
        message: checked.message,
        setup,
      });
    };
    const begun = await (checked.queue ? this.#queue.wait(turn.chat, begin, signal) : begin());
    if (begun.kind === "busy") throw busy(begun);
    if (begun.kind === "unknown") throw new SessionError("not-found", nothingSent);
    if (begun.kind === "repeated") return this.#repeated(turn.chat, begun.turn);
    const isAsAsked = isSameSetup(begun.chat.setup, setup);
    this.#start(turn, begun, { request: checked, agent, provider, isAsAsked });
    return turn;
  }

  async chat(id: string): Promise<Chat> {
    return chatOf(await this.#stored(id));
  }

  async turn(chat: string, turn: string): Promise<ChatTurn> {
    const live = this.#running.get(turn);
    if (live?.chat === chat) return live;
    const stored = (await this.#stored(chat)).turns.find((one) => one.turn === turn);
    if (!stored) throw new SessionError("not-found", `Chat ${chat} has no turn ${turn}.`);
    return this.#recorded(chat, stored);
  }

  async close(graceMs = 0): Promise<void> {
    this.#isClosed = true;
    const turns = [...this.#running.values()];
    const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
    await Promise.race([Promise.all(turns.map(({ ended }) => ended)), grace]);
    await Promise.all([...this.#running.values()].map((turn) => turn.park()));
    await this.#parts.store.close();
  }

  #start(
    turn: LiveTurn,
    { lease, chat }: Extract<Begun, { kind: "leased" }>,
    { request, agent, provider, isAsAsked }: Started,
  ): void {
    const { store, folderOf } = this.#parts;
    this.#running.set(turn.id, turn);
    // Its lease was given while the chats closed.
    if (this.#isClosed) void turn.park();
    void carryOutTurn({
      agents: this.#parts,
      store,
      lease,
      chat,
      turn,
      request,
      agent,
      provider,
      isAsAsked,
      folder: folderOf(chat.chat),
    }).finally(() => {
      this.#running.delete(turn.id);
      this.#queue.wake(turn.chat);
    });
  }

  async #stored(id: string): Promise<StoredChat> {
    const chat = await this.#parts.store.read(id);
    if (!chat) throw new SessionError("not-found", `There is no chat ${id}.`);
    return chat;
  }

  #repeated(chat: string, stored: StoredTurn): ChatTurn {
    const live = this.#running.get(stored.turn);
    if (!live) return this.#recorded(chat, stored);
    return {
      id: live.id,
      chat,
      isRepeated: true,
      events: (after, signal) => live.events(after, signal),
      cancel: () => live.cancel(),
    };
  }

  #recorded(chat: string, { turn }: StoredTurn): ChatTurn {
    const { store } = this.#parts;
    return {
      id: turn,
      chat,
      isRepeated: true,
      events: (after = 0, signal) => followed(store, chat, turn, after, signal),
      cancel: async () => undefined,
    };
  }
}

const nothingSent = "Nothing was sent under this key.";

const pollMs = 200;

/** The events of a turn of an ended process, or of a living one: then until it ends. */
async function* followed(
  store: ChatStore,
  chat: string,
  turn: string,
  after: number,
  signal?: AbortSignal,
): AsyncGenerator<NumberedChatEvent> {
  let last = after;
  while (!signal?.aborted) {
    const stored = (await store.read(chat))?.turns.find((one) => one.turn === turn);
    for await (const numbered of store.events(chat, turn, last)) {
      if (signal?.aborted) return;
      last = numbered.number;
      yield numbered;
      if (numbered.event.type === "result") return;
    }
    if (stored?.status !== "running") return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function busy({ owner, turn }: Extract<Begun, { kind: "busy" }>): ChatBusyError {
  const who = owner === null ? "" : ` (process ${owner.pid})`;
  return new ChatBusyError(
    `Another message of this chat is being answered${who}. Wait for its result, cancel it, or send with "queue": true.`,
    owner,
    turn,
  );
}
