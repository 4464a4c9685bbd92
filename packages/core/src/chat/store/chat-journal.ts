import {
  type ChatResult,
  type ProcessIdentity,
  parseJson,
  SessionError,
  type Timestamp,
} from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { isSameProcessAlive } from "../../host/processes/process-identity.ts";
import type { ChatSetup, ChatState, StoredChat, StoredTurn, TurnError } from "./chat-store.ts";

export const chatVersion = 1;

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

/** A line of the journal. */
export function chatLine(at: Timestamp, record: ChatRecord): string {
  return JSON.stringify({ v: chatVersion, at, ...record });
}

/** Null if it holds no chat. Throws for a newer version. */
export function foldChat(text: string, host: Host): RecordedChat | null {
  let [chat, setup, createdAt, updatedAt]: [
    string | null,
    ChatSetup | null,
    Timestamp | null,
    Timestamp | null,
  ] = [null, null, null, null];
  let state: ChatState | null = null;
  const turns = new Map<string, RecordedTurn>();
  for (const { at, ...record } of recordsIn(text)) {
    updatedAt = at;
    if (record.type === "chat-created") [chat, setup, createdAt] = [record.chat, record.setup, at];
    else if (record.type === "turn-begun") turns.set(record.turn, begun(at, record, host));
    else {
      state = record.state ?? state;
      const turn = turns.get(record.turn);
      if (turn) turns.set(record.turn, ended(at, turn, record));
    }
  }
  if (chat === null || setup === null || createdAt === null) return null;
  return {
    ...{ chat, setup, state, createdAt, updatedAt: updatedAt ?? createdAt },
    ...{ turnCount: turns.size, turns: [...turns.values()] },
  };
}

function* recordsIn(text: string): Generator<ChatRecord & { readonly at: Timestamp }> {
  for (const line of text.split("\n")) {
    const value = recordIn(line);
    if (value === null) continue;
    if (value.v > chatVersion)
      throw new SessionError(
        "newer-version",
        `The chat was written by a newer Reprise (format ${value.v}). Update Reprise to continue it.`,
      );
    yield value;
  }
}

function recordIn(line: string): (ChatRecord & { readonly at: Timestamp; readonly v: number }) | null {
  try {
    return line === "" ? null : (parseJson(line) as ChatRecord & { at: Timestamp; v: number });
  } catch {
    // Torn by a crash; the record it was meant to be never took effect.
    return null;
  }
}

function begun(
  startedAt: Timestamp,
  { turn, key, message, messageHash, process }: Extract<ChatRecord, { type: "turn-begun" }>,
  host: Host,
): RecordedTurn {
  const status = isSameProcessAlive(process, host.processes) ? "running" : "interrupted";
  const error: TurnError = {
    code: "interrupted",
    message: "The process that ran the turn ended before the turn did. Nothing of the turn was kept.",
  };
  return {
    ...{ turn, key, message, messageHash, process, startedAt, endedAt: null, status, usage: null, end: null },
    error: status === "running" ? null : error,
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
