import type { ChatResult, Timestamp } from "@reprise/model";
import type { ChatState, StoredChat, StoredTurn, TurnError } from "../store/chat-store.ts";

export const chatColumns =
  "tenant, chat, setup, state, state_epoch, epoch, worker, parked_until, turn_count, created_at, updated_at";

export interface ChatRow {
  readonly tenant: string;
  readonly chat: string;
  readonly setup: string;
  readonly state: string | null;
  readonly state_epoch: string | null;
  readonly epoch: string;
  readonly worker: string | null;
  readonly parked_until: Date | null;
  readonly turn_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Of `reprise.turns t` with its chat as `c`. A turn without a request has no other process that would repeat it. */
export const isInterrupted = `(t.status = 'interrupted' or t.ended_at is null and t.request is null
  and (t.epoch is distinct from c.epoch or c.leased_until is null or c.leased_until < now()))`;

export const turnColumns = `t.turn, t.message, t.message_hash, t.status, t.error, t.result, t.created_at, t.started_at,
  t.ended_at, ${isInterrupted} as is_interrupted`;

export interface TurnRow {
  readonly turn: string;
  readonly message: string;
  readonly message_hash: string;
  readonly status: string;
  readonly error: string | null;
  readonly result: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly is_interrupted: boolean;
}

export const interruption: TurnError = {
  code: "interrupted",
  message: "The process that ran the turn ended, or could not save it. Nothing of it was kept.",
};

export function storedTurn(row: TurnRow): StoredTurn {
  const result: ChatResult | null = row.result === null ? null : JSON.parse(row.result);
  const error = row.is_interrupted ? interruption : row.error === null ? null : (JSON.parse(row.error) as TurnError);
  return {
    turn: row.turn,
    message: row.message,
    startedAt: time(row.started_at ?? row.created_at),
    endedAt: row.ended_at && time(row.ended_at),
    status: row.is_interrupted ? "interrupted" : (result?.status ?? "running"),
    error,
    usage: result?.usage ?? null,
  };
}

export function storedChat(row: ChatRow, turns: readonly TurnRow[]): StoredChat {
  return {
    chat: row.chat,
    setup: JSON.parse(row.setup),
    state: row.state === null ? null : (JSON.parse(row.state) as ChatState),
    createdAt: time(row.created_at),
    updatedAt: time(row.updated_at),
    turnCount: row.turn_count,
    turns: turns.map(storedTurn),
  };
}

function time(date: Date): Timestamp {
  return date.toISOString() as Timestamp;
}
