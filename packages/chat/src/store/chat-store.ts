import type {
  Agent,
  ChatErrorCode,
  ChatPermissions,
  ChatResult,
  ChatStatus,
  ChatUsage,
  NumberedChatEvent,
  Owner,
  Timestamp,
  Warning,
} from "@reprise/model";

/**
 * Chats with their turns, on this machine or shared by several. One turn at a time has the lease of a chat. What a turn
 * leaves is committed in one step, or not at all.
 */
export interface ChatStore {
  /** Null for an unknown chat. `turns`: the latest, oldest first. */
  read(chat: string): Promise<StoredChat | null>;
  /** Takes the lease, and creates the chat if it is new. Waits for nothing. */
  begin(turn: NewTurn): Promise<Begun>;
  /** Recorded events after a number, without `result` if the turn has not ended. */
  events(chat: string, turn: string, after?: number): AsyncIterable<NumberedChatEvent>;
  /** Every chat that has a state. `warn` is told of chats that cannot be read. */
  answered(warn: (warning: Warning) => void): AsyncIterable<AnsweredChat>;
  /** Bytes of a committed part. Rejects if they are gone or damaged. */
  open(chat: string, part: StoredPart): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export type Begun =
  | { readonly kind: "leased"; readonly lease: Lease; readonly chat: StoredChat }
  /** `isRepeat`, and nothing was sent under the key. */
  | { readonly kind: "unknown" }
  /** The key was used before. */
  | { readonly kind: "repeated"; readonly turn: StoredTurn }
  | { readonly kind: "busy"; readonly owner: Owner | null; readonly turn: string | null };

export interface NewTurn {
  readonly chat: string;
  /** Unique. */
  readonly turn: string;
  readonly key: string | null;
  /** Begins nothing: the key must be known. */
  readonly isRepeat?: boolean | undefined;
  readonly message: string;
  /** For a new chat. */
  readonly setup: ChatSetup;
}

/** What a chat keeps from its first message on. */
export interface ChatSetup {
  readonly agent: Agent;
  readonly workspace: string | null;
  /** Where that led at the first message. Absent in chats of earlier releases. */
  readonly realWorkspace?: string | null | undefined;
  readonly sandbox: string;
  readonly permissions: ChatPermissions;
  /** The agent's own session that the first turn continues from a copy. Absent: a new conversation. */
  readonly session?: string | undefined;
}

/** The right to run one turn. Methods reject with a `LostLeaseError` once another process has it. */
export interface Lease {
  /**
   * Resolves when a crash of this process cannot lose them; in a store that gives the turn to another process then, it may
   * resolve earlier unless one is a `tool_use`. Rejects if earlier ones could not be recorded.
   */
  append(events: readonly NumberedChatEvent[]): Promise<void>;
  /** Keeps bytes for `end`; dropped if the turn ends without them. */
  save(bytes: AsyncIterable<Uint8Array>): Promise<StoredPart>;
  /**
   * Ends the turn and gives the lease back. With `state` everything in it becomes the chat's state at once; without, the
   * chat stays as it was. Resolves when no crash can lose it.
   */
  end(outcome: TurnOutcome): Promise<void>;
}

export interface TurnOutcome {
  readonly result: ChatResult;
  /** The number of the `result` event. */
  readonly number: number;
  readonly error: TurnError | null;
  readonly state: ChatState | null;
}

export interface TurnError {
  readonly code: ChatErrorCode;
  readonly message: string;
}

/** What the next turn continues from. */
export interface ChatState {
  /** The agent's name for the conversation. */
  readonly session: string;
  /** A bundle of the agent's session files. */
  readonly files: StoredPart;
  /** A bundle of the workspace; null if it is a folder of this machine or a snapshot. */
  readonly workspace: StoredPart | null;
  readonly snapshot: string | null;
  /** Tokens of the whole conversation, for agents that report sums. */
  readonly usage: ChatUsage | null;
}

/** A chat with a conversation, which its agent knows as a session. */
export interface AnsweredChat {
  readonly chat: string;
  readonly agent: Agent;
  readonly state: ChatState;
  /** Who answers a message of it now. */
  readonly owner: Owner | null;
}

export interface StoredPart {
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface StoredChat {
  readonly chat: string;
  readonly setup: ChatSetup;
  readonly state: ChatState | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly turnCount: number;
  readonly turns: readonly StoredTurn[];
}

export interface StoredTurn {
  readonly turn: string;
  readonly message: string;
  readonly startedAt: Timestamp;
  readonly endedAt: Timestamp | null;
  /** `interrupted`: its process died. */
  readonly status: ChatStatus | "running" | "interrupted";
  readonly error: TurnError | null;
  readonly usage: ChatUsage | null;
}

/** Another process has taken over the chat: whatever this one still does is not kept. */
export class LostLeaseError extends Error {
  override readonly name = "LostLeaseError";
}
