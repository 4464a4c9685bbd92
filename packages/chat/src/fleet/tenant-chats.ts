import { randomUUID } from "node:crypto";
import {
  type Chat,
  ChatBusyError,
  type ChatRequest,
  type Chats,
  type ChatTurn,
  type SendOptions,
  SessionError,
} from "@reprise/model";
import type { ChatSetup } from "../store/chat-store.ts";
import { chatOf, checkedRequest, isSameSetup, setupFor } from "../turn/requested-turn.ts";
import { type Admission, admit, lockedChat } from "./admission.ts";
import { isConnectionProblem, persistently, type Transaction } from "./database.ts";
import type { WorkerParts } from "./fleet-worker.ts";
import type { FollowedTurns } from "./followed-turns.ts";
import { ownerIn, PostgresChatStore } from "./postgres-chat-store.ts";
import { cancelled, endTurn } from "./turn-endings.ts";

export interface TenantParts
  extends Pick<
    WorkerParts,
    "agents" | "database" | "jobs" | "notices" | "objects" | "worker" | "leaseSeconds" | "spool"
  > {
  readonly tenant: string;
  /** Of this process, whatever the tenant. */
  readonly followed: FollowedTurns;
  readonly isClosed: () => boolean;
  /** Part of the transaction that takes a message or cancels a turn. What it throws rolls it back. */
  readonly onChange?:
    | ((transaction: Transaction, kind: Admission["kind"] | "cancelled", asked: Asked) => Promise<void>)
    | undefined;
}

export interface Asked {
  readonly chat: string;
  readonly turn: string;
}

/** How many messages may wait in one chat. */
export const mostWaiting = 100;
const patienceMs = 20_000;

/** The chats of one tenant, as those who send and read see them. Whoever sends need not run the turn. */
export class TenantChats implements Pick<Chats, "send" | "chat" | "turn"> {
  readonly #parts: TenantParts;
  readonly #store: PostgresChatStore;
  readonly #followed: FollowedTurns;

  constructor(parts: TenantParts) {
    this.#parts = parts;
    this.#store = new PostgresChatStore(parts);
    this.#followed = parts.followed.of(this.#store);
  }

  async send(request: ChatRequest, { key = null, isRepeat = false, signal }: SendOptions = {}): Promise<ChatTurn> {
    const checked = checkedRequest(request);
    const known = await this.#store.read(checked.chat_id, 0);
    const { setup } = await setupFor(checked, known, this.#parts.agents);
    if (this.#parts.isClosed()) throw shuttingDown();
    signal?.throwIfAborted();
    const id = randomUUID();
    const asked = { chat: checked.chat_id, turn: id, key, isRepeat, message: checked.message, setup };
    const admission = await this.#admitted(checked, asked);
    if (admission.kind === "unknown") throw new SessionError("not-found", "Nothing was sent under this key.");
    if (admission.kind === "repeated") return this.#turn(checked.chat_id, admission.turn.turn, true);
    if (admission.kind === "busy") throw busy(admission, checked.queue === true);
    // A detached sender is done; the others wait until the turn starts.
    if (checked.queue && !checked.detach && signal)
      await this.#followed.lasting(this.#started(checked.chat_id, id, signal));
    return this.#turn(checked.chat_id, id, false);
  }

  async chat(id: string): Promise<Chat> {
    const stored = await this.#store.read(id);
    if (!stored) throw new SessionError("not-found", `There is no chat ${id}.`);
    return chatOf(stored);
  }

  async turn(chat: string, turn: string): Promise<ChatTurn> {
    await this.chat(chat);
    if (await this.#store.turn(chat, turn)) return this.#turn(chat, turn, false);
    throw new SessionError("not-found", `Chat ${chat} has no turn ${turn}.`);
  }

  /** In one transaction: the turn and its place in the queue. Repeated if the answer was lost: then it is there. */
  async #admitted(request: ChatRequest, asked: Parameters<typeof admit>[1]["turn"]): Promise<Admission> {
    const { database, tenant, jobs } = this.#parts;
    let isRetry = false;
    return persistently<Admission>(async () => {
      const present = isRetry ? await this.#store.turn(asked.chat, asked.turn) : null;
      if (present !== null) return { kind: "admitted", setup: asked.setup } as const;
      isRetry = true;
      return database.transaction(async (transaction) => {
        const admission = await admit(transaction, {
          tenant,
          turn: asked,
          request: JSON.stringify(request),
          mostWaiting: request.queue ? mostWaiting : 0,
        });
        await this.#parts.onChange?.(transaction, admission.kind, asked);
        if (admission.kind !== "admitted") return admission;
        checkSetup(admission.setup, asked.setup);
        await jobs.send(transaction, { tenant, chat: asked.chat, turn: asked.turn });
        return admission;
      });
    }, patienceMs).catch((error: unknown) => {
      if (!isConnectionProblem(error)) throw error;
      throw new SessionError(
        "not-saved",
        `The database could not be reached (${(error as Error).message}). Send the message again, under the same key if it had one.`,
        { cause: error },
      );
    });
  }

  /** Resolves when the turn has started. If the signal aborts before, nothing of it is kept. */
  async #started(chat: string, turn: string, signal: AbortSignal): Promise<void> {
    await this.#followed.reached({ chat, turn, signal }, (row) => row?.status !== "queued");
    if (!signal.aborted && !this.#followed.isClosing) return;
    if (await this.#withdrawn(chat, turn)) throw signal.aborted ? signal.reason : shuttingDown();
  }

  /** False if it has started. Its job is left: nobody waits for its row with the chat locked. */
  #withdrawn(chat: string, turn: string): Promise<boolean> {
    const { database, tenant } = this.#parts;
    return database.transaction(async (transaction) => {
      await lockedChat(transaction, tenant, chat);
      const { rowCount } = await transaction.query(
        "delete from reprise.turns where tenant = $1 and turn = $2 and status = 'queued'",
        [tenant, turn],
      );
      if (rowCount === 0) return false;
      await transaction.query("update reprise.chats set turn_count = turn_count - 1 where tenant = $1 and chat = $2", [
        tenant,
        chat,
      ]);
      return true;
    });
  }

  #turn(chat: string, id: string, isRepeated: boolean): ChatTurn {
    return {
      id,
      chat,
      isRepeated,
      events: (after = 0, signal) => this.#followed.events(chat, id, after, signal),
      cancel: () => this.#cancel(chat, id),
    };
  }

  /** The job of one that waits is left, as above. */
  async #cancel(chat: string, turn: string): Promise<void> {
    const { database, tenant } = this.#parts;
    await database.transaction(async (transaction) => {
      await lockedChat(transaction, tenant, chat);
      const { rows } = await transaction.query(
        `update reprise.turns set is_cancelled = true where tenant = $1 and turn = $2 and ended_at is null returning status`,
        [tenant, turn],
      );
      if (rows.length > 0) await this.#parts.onChange?.(transaction, "cancelled", { chat, turn });
      if (rows[0]?.status === "queued")
        await endTurn(transaction, { tenant, turn }, { last: 0, error: null, result: cancelled });
      await transaction.query("select pg_notify('reprise_cancels', $1)", [turn]);
    });
    await this.#followed.reached({ chat, turn }, (row) => row === null || row.ended_at !== null || row.is_interrupted);
  }
}

function shuttingDown(): ChatBusyError {
  return new ChatBusyError("Reprise is shutting down. Send the message again later.", null, null);
}

/** Rolls back what was begun. */
function checkSetup(present: ChatSetup, asked: ChatSetup): void {
  if (isSameSetup(present, asked)) return;
  throw new ChatBusyError("Another message has just created this chat. Send this one again.", null, null);
}

function busy({ chat, waiting }: Extract<Admission, { kind: "busy" }>, isWaiting: boolean): ChatBusyError {
  const turn = waiting[0]?.turn ?? null;
  if (isWaiting)
    return new ChatBusyError(
      `${waiting.length} messages of this chat have not been answered, as many as may wait. Send this one again when some are.`,
      null,
      turn,
      true,
    );
  const owner = ownerIn(chat);
  return new ChatBusyError(
    'Another message of this chat is being answered. Wait for its result, cancel it, or send with "queue": true.',
    owner,
    turn,
  );
}
