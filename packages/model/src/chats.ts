import { SessionError } from "./error.ts";
import type {
  chatErrorCodeSchema,
  chatEventSchema,
  chatInputSchema,
  chatPermissionsSchema,
  chatRequestSchema,
  chatSchema,
  chatStatusSchema,
  chatTurnSchema,
  chatUsageSchema,
  migratedChatSchema,
} from "./schema/chat.ts";
import type { Value } from "./schema/value.ts";
import type { Owner } from "./session.ts";
import type { ChatCaller } from "./tenants.ts";

/** What one message of a chat can say. */
export type ChatInput = Value<typeof chatInputSchema>;
export type ChatRequest = Value<typeof chatRequestSchema>;
export type ChatPermissions = Value<typeof chatPermissionsSchema>;
export type ChatEvent = Value<typeof chatEventSchema>;
export type ChatEventOf<Type extends ChatEvent["type"]> = Extract<ChatEvent, { readonly type: Type }>;
export type ChatResult = ChatEventOf<"result">;
export type ChatErrorCode = Value<typeof chatErrorCodeSchema>;
export type ChatStatus = Value<typeof chatStatusSchema>;
export type ChatUsage = Value<typeof chatUsageSchema>;
export type Chat = Value<typeof chatSchema>;
export type ChatTurnSummary = Value<typeof chatTurnSchema>;
export type MigratedChat = Value<typeof migratedChatSchema>;

/** An event with its number, from 1. */
export interface NumberedChatEvent {
  readonly number: number;
  readonly event: ChatEvent;
}

/** One message and everything until its `result`. */
export interface ChatTurn {
  readonly id: string;
  readonly chat: string;
  /** The message was sent before under the same key: these are the events of that turn. */
  readonly isRepeated: boolean;
  /**
   * Events after a number, then new ones, until `result` or the signal aborts; for any number of listeners. Throws a
   * `MovedTurnError` if these chats close while another process has the turn.
   */
  events(after?: number, signal?: AbortSignal): AsyncIterable<NumberedChatEvent>;
  /** Stops it; ends with `result` of status `cancelled`. Nothing if it has ended, or another process runs it that cannot be told. */
  cancel(): Promise<void>;
}

export interface SendOptions {
  /** Sent twice under the same key, a message runs once. */
  readonly key?: string | null | undefined;
  /** Only a message that was sent under the key before: throws `not-found`, and keeps nothing, if there is none. */
  readonly isRepeat?: boolean | undefined;
  /** Stops waiting for the turn before it; a turn that has started is stopped by `cancel`. */
  readonly signal?: AbortSignal | undefined;
}

/** A message that cannot be taken now. Nothing of it was kept. */
export class ChatBusyError extends SessionError {
  /** The process that runs the present turn, if known. */
  readonly owner: Owner | null;
  readonly turn: string | null;
  /** As many messages wait as the chat takes: waiting in line is no way out. */
  readonly isFull: boolean;

  constructor(message: string, owner: Owner | null, turn: string | null, isFull = false) {
    super("busy", message);
    this.owner = owner;
    this.turn = turn;
    this.isFull = isFull;
  }
}

/** The chats that gave the turn are closing, and it continues in another process: follow it there, by its number. */
export class MovedTurnError extends Error {
  override readonly name = "MovedTurnError";
}

/** Turns of chats that servers share, and what this process saw of them. */
export interface FleetFigures {
  readonly waitingCount: number;
  readonly runningCount: number;
  /** Running under a lease that has ended: another worker is about to take them over. */
  readonly lapsedCount: number;
  /** Of the turn that waits longest, parked chats left out. */
  readonly oldestWaitingSeconds: number;
  /** Processes that run turns now. */
  readonly workerCount: number;
  /** By this process, since it started. */
  readonly takeoverCount: number;
  readonly lostLeaseCount: number;
  readonly givenUpCount: number;
}

/** Conversations of programs with agents: one message a turn. */
export interface Chats {
  /**
   * Starts the turn at once; it continues without listeners. Throws `ChatBusyError` if a turn runs and the request does
   * not queue, and `SessionError` with `bad-use` for a request that cannot be carried out, or `refused` for a key that was
   * used for another message.
   */
  send(request: ChatRequest, options?: SendOptions): Promise<ChatTurn>;
  /** Throws `SessionError` with `not-found`. */
  chat(id: string): Promise<Chat>;
  /** A turn of this process or an ended one. Throws `SessionError` with `not-found`. */
  turn(chat: string, turn: string): Promise<ChatTurn>;
  /** Turns of this process that have not ended. */
  readonly runningCount: number;
  /**
   * Who came with this token of a tenant; null if it is nobody's. Throws an `EndedTokenError` if it was good once. Absent: there are
   * no tenants.
   */
  callerWith?(token: string): Promise<ChatCaller | null>;
  /** Of all processes that share these chats. Absent: no other does. */
  figures?(): Promise<FleetFigures>;
  /** Why no message can be carried out now; null if they can. Absent: they always can. */
  unavailable?(): Promise<string | null>;
  /** Takes no more messages, waits that long for running turns, then parks them. */
  close(graceMs?: number): Promise<void>;
}
