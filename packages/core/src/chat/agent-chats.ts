import { randomUUID } from "node:crypto";
import {
  type Agent,
  type Chat,
  ChatBusyError,
  type ChatInput,
  type ChatRequest,
  type Chats,
  type ChatTurn,
  type NumberedChatEvent,
  type SendOptions,
  SessionError,
} from "@reprise/model";
import { chatRequestSchema } from "@reprise/model/schema";
import type { ChatAgent } from "../agents/chat/chat-agent.ts";
import { entryAt } from "../host/files/entry-at.ts";
import type { Host } from "../host/host.ts";
import { carryOutTurn } from "./carry-out-turn.ts";
import { LiveTurn } from "./live-turn.ts";
import type { ChatLimits } from "./run-chat.ts";
import { SandboxError, type SandboxProvider } from "./sandbox/sandbox.ts";
import { checkWorkspace } from "./sandbox/sandbox-folders.ts";
import type { Begun, ChatSetup, ChatStore, StoredChat, StoredTurn } from "./store/chat-store.ts";
import { TurnQueue } from "./turn-queue.ts";

export interface ChatsParts {
  readonly host: Host;
  readonly store: ChatStore;
  /** A folder for the turns of a chat on this machine. */
  readonly folderOf: (chat: string) => string;
  /** Null if there is no such agent, or programs cannot chat with it. */
  readonly agentOf: (agent: Agent) => Promise<ChatAgent | null>;
  readonly agentNames: readonly [Agent, ...Agent[]];
  readonly programOf: (agent: Agent) => string | undefined;
  /** The first is used unless a request says otherwise. */
  readonly providers: readonly [SandboxProvider, ...SandboxProvider[]];
  readonly limits: ChatLimits;
  readonly appVersion: string;
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
    const { setup, agent, provider } = await this.#setup(checked);
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
    const { host, store, limits, appVersion, folderOf, programOf } = this.#parts;
    this.#running.set(turn.id, turn);
    // Its lease was given while the chats closed.
    if (this.#isClosed) void turn.park();
    void carryOutTurn({
      host,
      store,
      lease,
      chat,
      turn,
      agent,
      provider,
      limits,
      appVersion,
      isAsAsked,
      program: provider.isLocal ? programOf(agent.agent) : undefined,
      input: inputOf(request),
      permissions: request.permissions ?? chat.setup.permissions,
      folder: folderOf(chat.chat),
    }).finally(() => {
      this.#running.delete(turn.id);
      this.#queue.wake(turn.chat);
    });
  }

  /** What a known chat was set up with stays; a request that says otherwise is refused. */
  async #setup(request: ChatRequest) {
    const known = await this.#parts.store.read(request.chat_id);
    const provider = this.#provider(known?.setup.sandbox ?? request.sandbox ?? null);
    const name = known?.setup.agent ?? request.agent ?? this.#parts.agentNames[0];
    const agent = await this.#parts.agentOf(name);
    if (agent === null)
      throw badUse(`There is no agent ${name} to chat with. Agents: ${this.#parts.agentNames.join(", ")}.`);
    const permissions = request.permissions ?? (provider.isIsolated ? "danger-full-access" : "workspace-write");
    const workspace = request.workspace ?? null;
    // Later it would be part of the chat for good.
    if (known === null && workspace !== null) checkNewWorkspace(workspace, this.#parts.host);
    const setup: ChatSetup = known?.setup ?? {
      agent: name,
      workspace,
      sandbox: provider.name,
      permissions,
      realWorkspace: workspace === null ? null : realFolder(workspace, this.#parts.host),
    };
    for (const field of ["agent", "workspace", "sandbox"] as const)
      if (request[field] !== undefined && request[field] !== setup[field])
        throw badUse(
          `The ${field} of chat ${request.chat_id} is ${setup[field] ?? "its own folder"} and cannot change.`,
        );
    const checked = agent.requestSchema.safeParse(inputOf(request));
    if (!checked.success) throw badUse(checked.error.issues.map(({ message }) => message).join(" "));
    return { setup, agent, provider };
  }

  #provider(name: string | null): SandboxProvider {
    const { providers } = this.#parts;
    const found = name === null ? providers[0] : providers.find((one) => one.name === name);
    if (found) return found;
    throw badUse(
      `There is no sandbox ${name}. Sandboxes: ${providers.map((one) => one.name).join(", ")}. For what the agent may do, use permissions (--permissions).`,
    );
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

/** Null if it is no folder yet. */
function realFolder(path: string, host: Host): string | null {
  const real = host.files.real(path);
  return entryAt(real)?.kind === "folder" ? real : null;
}

function checkedRequest(request: ChatRequest): ChatRequest {
  const checked = chatRequestSchema.safeParse(request);
  if (checked.success) return checked.data as ChatRequest;
  const [issue] = checked.error.issues;
  throw badUse(`${issue?.path.join(".") || "The request"}: ${issue?.message}`);
}

function inputOf({ message, model, effort, instructions }: ChatRequest): ChatInput {
  return {
    message,
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(instructions === undefined ? {} : { instructions }),
  };
}

function chatOf({ chat, setup, state, createdAt, updatedAt, turnCount, turns }: StoredChat): Chat {
  return {
    chat_id: chat,
    agent: setup.agent,
    session_id: state?.session ?? null,
    workspace: setup.workspace,
    sandbox: setup.sandbox,
    permissions: setup.permissions,
    created_at: createdAt,
    updated_at: updatedAt,
    turn_count: turnCount,
    turns: turns.map(({ turn, message, startedAt, endedAt, status, error, usage }) => ({
      id: turn,
      message,
      started_at: startedAt,
      ended_at: endedAt,
      status,
      error,
      usage,
    })),
  };
}

function checkNewWorkspace(workspace: string, host: Host): void {
  try {
    checkWorkspace(workspace, host);
  } catch (error) {
    const isKnown = error instanceof SandboxError || error instanceof SessionError;
    throw isKnown ? badUse(error.message) : error;
  }
}

function isSameSetup(one: ChatSetup, other: ChatSetup): boolean {
  return one.agent === other.agent && one.sandbox === other.sandbox && one.workspace === other.workspace;
}

function busy({ owner, turn }: Extract<Begun, { kind: "busy" }>): ChatBusyError {
  const who = owner === null ? "" : ` (process ${owner.pid})`;
  return new ChatBusyError(
    `Another message of this chat is being answered${who}. Wait for its result, cancel it, or send with "queue": true.`,
    owner,
    turn,
  );
}

function badUse(message: string): SessionError {
  return new SessionError("bad-use", message);
}
