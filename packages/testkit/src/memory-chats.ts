import { randomUUID } from "node:crypto";
import {
  type Chat,
  ChatBusyError,
  type ChatErrorCode,
  type ChatEvent,
  type ChatRequest,
  type ChatResult,
  type Chats,
  type ChatTurn,
  type ChatTurnSummary,
  EventLog,
  type Owner,
  type SendOptions,
  SessionError,
  type Timestamp,
} from "@reprise/model";

/** What the agent of a chat in memory does with a message. */
export type ChatScript = (request: ChatRequest, act: ChatAct) => Promise<Partial<ChatResult> | undefined>;

export interface ChatAct {
  readonly emit: (event: ChatEvent) => void;
  /** Aborts when the turn is stopped. */
  readonly signal: AbortSignal;
}

/** A failure that the script wants in the events. */
export class ChatScriptError extends Error {
  readonly code: ChatErrorCode;
  constructor(code: ChatErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What outlives a `MemoryChats`, as files outlive a process. */
export class MemoryChatStore {
  readonly chats = new Map<string, StoredChat>();
}

interface StoredChat {
  chat: Chat;
  readonly turns: StoredTurn[];
}

interface StoredTurn {
  summary: ChatTurnSummary;
  readonly key: string | null;
  readonly log: EventLog<ChatEvent>;
  readonly runner: MemoryChats;
  readonly ended: Promise<void>;
}

type Stop = "cancelled" | "parked";

/** Chats without files, sandbox or agent, for tests of code that uses `Chats`. */
export class MemoryChats implements Chats {
  readonly #store: MemoryChatStore;
  readonly #script: ChatScript;
  readonly #owner: Owner;
  readonly #running = new Map<StoredTurn, AbortController>();
  #isClosed = false;

  constructor({
    script = async (request, { emit }) => void emit(reply(`You said: ${request.message}`)),
    store = new MemoryChatStore(),
    owner = { pid: process.pid, program: "test", terminal: null },
  }: {
    readonly script?: ChatScript;
    readonly store?: MemoryChatStore;
    readonly owner?: Owner;
  } = {}) {
    this.#script = script;
    this.#store = store;
    this.#owner = owner;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  async send(request: ChatRequest, { key = null, isRepeat = false, signal }: SendOptions = {}): Promise<ChatTurn> {
    for (;;) {
      signal?.throwIfAborted();
      if (this.#isClosed) throw new SessionError("refused", "No more messages are taken: it is shutting down.");
      const stored = this.#store.chats.get(request.chat_id);
      const same = key === null ? undefined : stored?.turns.find((turn) => turn.key === key);
      if (same && same.summary.message !== request.message)
        throw new SessionError("refused", "The key was used for another message of this chat.");
      if (same) return this.#turnOf(request.chat_id, same, true);
      if (isRepeat) throw new SessionError("not-found", "Nothing was sent under this key.");
      if (stored) checkFits(request, stored.chat);
      const present = stored?.turns.find(({ summary }) => summary.status === "running");
      if (!present) return this.#turnOf(request.chat_id, this.#start(request, key), false);
      if (!request.queue) {
        const message = `A turn of the chat ${request.chat_id} is running. Wait for it, cancel it, or send "queue": true.`;
        throw new ChatBusyError(message, present.runner.#owner, present.summary.id);
      }
      await Promise.race([present.ended, aborted(signal)]);
    }
  }

  async chat(id: string): Promise<Chat> {
    const { chat, turns } = this.#stored(id);
    return { ...chat, turn_count: turns.length, turns: turns.slice(-100).map(({ summary }) => summary) };
  }

  async turn(chat: string, id: string): Promise<ChatTurn> {
    const found = this.#stored(chat).turns.find(({ summary }) => summary.id === id);
    if (!found) throw new SessionError("not-found", `The chat ${chat} has no turn ${id}.`);
    return this.#turnOf(chat, found, false);
  }

  async close(graceMs = 0): Promise<void> {
    this.#isClosed = true;
    const all = Promise.all([...this.#running.keys()].map(({ ended }) => ended));
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([all, grace]);
    clearTimeout(timer);
    for (const controller of this.#running.values()) controller.abort("parked" satisfies Stop);
    await all;
  }

  #stored(id: string): StoredChat {
    const found = this.#store.chats.get(id);
    if (!found) throw new SessionError("not-found", `There is no chat ${id}.`);
    return found;
  }

  #turnOf(chat: string, stored: StoredTurn, isRepeated: boolean): ChatTurn {
    return {
      id: stored.summary.id,
      chat,
      isRepeated,
      events: (after, signal) => stored.log.from(after, signal),
      cancel: async () => {
        this.#running.get(stored)?.abort("cancelled" satisfies Stop);
        if (this.#running.has(stored)) await stored.ended;
      },
    };
  }

  #start(request: ChatRequest, key: string | null): StoredTurn {
    const stored = this.#store.chats.get(request.chat_id) ?? newChat(request);
    this.#store.chats.set(request.chat_id, stored);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const turn: StoredTurn = {
      summary: {
        id: randomUUID(),
        message: request.message,
        started_at: now(),
        ended_at: null,
        status: "running",
        error: null,
        usage: null,
      },
      key,
      log: new EventLog<ChatEvent>(() => false),
      runner: this,
      ended,
    };
    stored.turns.push(turn);
    const controller = new AbortController();
    this.#running.set(turn, controller);
    void this.#run(request, stored, turn, controller.signal).then(resolve);
    return turn;
  }

  async #run(request: ChatRequest, stored: StoredChat, turn: StoredTurn, signal: AbortSignal): Promise<void> {
    const session = stored.chat.session_id ?? randomUUID();
    const emit = (event: ChatEvent) => turn.log.add(event);
    emit({ type: "init", session_id: session, modelId: null });
    let error: ChatTurnSummary["error"] = null;
    let result: ChatResult = { type: "result", status: "completed", usage: null, resets_at: null };
    try {
      const script = this.#script(request, { emit, signal });
      result = { ...result, ...(await Promise.race([script, aborted(signal)])) };
    } catch (problem) {
      if (signal.aborted) result = { ...result, status: signal.reason as Stop };
      else {
        const code = problem instanceof ChatScriptError ? problem.code : "other";
        error = { code, message: problem instanceof Error ? problem.message : String(problem) };
        result = { ...result, status: "failed" };
        emit({ type: "error", ...error });
      }
    }
    const isKept = result.status === "completed";
    stored.chat = { ...stored.chat, ...(isKept ? { session_id: session } : {}), updated_at: now() };
    const { status, usage } = result;
    turn.summary = { ...turn.summary, ended_at: now(), status, error, usage };
    this.#running.delete(turn);
    emit(result);
    turn.log.end();
  }
}

export function reply(content: string, { delta = false } = {}): ChatEvent {
  return { type: "message", role: "assistant", content, delta };
}

function newChat({ chat_id, agent, workspace, sandbox, permissions }: ChatRequest): StoredChat {
  return {
    turns: [],
    chat: {
      chat_id,
      agent: agent ?? "scripted",
      session_id: null,
      workspace: workspace ?? null,
      sandbox: sandbox ?? "memory",
      permissions: permissions ?? "workspace-write",
      created_at: now(),
      updated_at: now(),
      turn_count: 0,
      turns: [],
    },
  };
}

function checkFits({ chat_id, agent }: ChatRequest, chat: Chat): void {
  if (agent === undefined || agent === chat.agent) return;
  const message = `The chat ${chat_id} is with ${chat.agent}. Leave out "agent", or use another chat_id.`;
  throw new SessionError("bad-use", message);
}

function now(): Timestamp {
  return new Date().toISOString() as Timestamp;
}

/** Rejects when the signal aborts. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal?.reason instanceof Error ? signal.reason : new Error("stopped"));
    if (signal?.aborted) fail();
    else signal?.addEventListener("abort", fail, { once: true });
  });
}
