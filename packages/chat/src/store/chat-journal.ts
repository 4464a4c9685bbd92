import { appendLine, type LogFormat } from "@reprise/core/parts";
import { type ChatResult, type ProcessIdentity, SessionError, type Timestamp } from "@reprise/model";
import type { ChatSetup, ChatState, StoredChat, StoredTurn, TurnError } from "./chat-store.ts";

const version = 1;

/** What a chat's own journal holds. The last line may be torn: then it says nothing. */
export type ChatRecord =
  | { readonly type: "chat-created"; readonly chat: string; readonly setup: ChatSetup }
  | {
      readonly type: "turn-begun";
      readonly turn: string;
      /** Hashes: a key or message may be long or secret. */
      readonly key: string | null;
      readonly messageHash: string;
      /** Its beginning, without secrets. */
      readonly message: string;
      readonly process: ProcessIdentity;
    }
  | {
      readonly type: "turn-ended";
      readonly turn: string;
      readonly number: number;
      readonly result: ChatResult;
      readonly error: TurnError | null;
      /** Null: the chat stays as it was. */
      readonly state: ChatState | null;
    };

export interface RecordedTurn extends StoredTurn {
  readonly key: string | null;
  readonly messageHash: string;
  readonly process: ProcessIdentity;
  /** Null until it has ended. */
  readonly end: { readonly number: number; readonly result: ChatResult } | null;
}

export interface RecordedChat extends StoredChat {
  readonly turns: readonly RecordedTurn[];
}

/** Durable on return. */
export function addRecord(path: string, at: Timestamp, record: ChatRecord): void {
  appendLine({ path, tail: { kind: "close" } }, JSON.stringify({ v: version, at, ...record }));
}

export const chatFormat: LogFormat<ChatRecord & { readonly at: Timestamp }> = {
  mostBytes: 1024 ** 3,
  newest: { version, advice: "Update Reprise to continue the chat." },
  decode: (row) => row as unknown as ChatRecord & { readonly at: Timestamp },
};

/** A turn without an end counts as interrupted here. Null if there is no chat. Throws without its beginning. */
export function foldChat(
  records: readonly (ChatRecord & { readonly at: Timestamp })[],
  path: string,
): RecordedChat | null {
  let [chat, setup, createdAt, updatedAt]: [string | null, ChatSetup | null, Timestamp | null, Timestamp | null] = [
    null,
    null,
    null,
    null,
  ];
  let state: ChatState | null = null;
  const turns = new Map<string, RecordedTurn>();
  for (const { at, ...record } of records) {
    updatedAt = at;
    if (record.type === "chat-created") [chat, setup, createdAt] = [record.chat, record.setup, at];
    else if (record.type === "turn-begun") turns.set(record.turn, begun(at, record));
    else if (record.type === "turn-ended") {
      state = record.state ?? state;
      const turn = turns.get(record.turn);
      if (turn) turns.set(record.turn, ended(at, turn, record));
    }
  }
  if (chat === null || setup === null || createdAt === null) {
    if (updatedAt === null) return null;
    throw lostJournal(path);
  }
  return {
    chat,
    setup,
    state,
    createdAt,
    updatedAt: updatedAt ?? createdAt,
    turnCount: turns.size,
    turns: [...turns.values()],
  };
}

/** It is not begun anew: the agent's session and what it was allowed would be lost silently. */
export function lostJournal(path: string): SessionError {
  return new SessionError(
    "unreadable",
    `${path} or its beginning is missing, but the chat has had messages. Put the file back, or remove its folder to begin the chat anew.`,
  );
}

/** The same with its last turn running. */
export function withRunning(chat: RecordedChat): RecordedChat {
  const last = chat.turns.at(-1);
  if (!last) return chat;
  return { ...chat, turns: [...chat.turns.slice(0, -1), { ...last, status: "running", error: null }] };
}

function begun(
  startedAt: Timestamp,
  { turn, key, message, messageHash, process }: Extract<ChatRecord, { type: "turn-begun" }>,
): RecordedTurn {
  const error: TurnError = {
    code: "interrupted",
    message: "The turn has no recorded end: its process ended, or could not save it. Nothing of it was kept.",
  };
  return {
    turn,
    key,
    message,
    messageHash,
    process,
    startedAt,
    endedAt: null,
    usage: null,
    end: null,
    status: "interrupted",
    error,
  };
}

function ended(
  endedAt: Timestamp,
  turn: RecordedTurn,
  { number, result, error }: Extract<ChatRecord, { type: "turn-ended" }>,
): RecordedTurn {
  const { status, usage } = result;
  return { ...turn, endedAt, status, usage, error, end: { number, result } };
}
