import { createHash } from "node:crypto";
import { redactSecrets } from "@reprise/core/redact";
import { SessionError } from "@reprise/model";
import type { ChatSetup, NewTurn } from "../store/chat-store.ts";
import type { Query } from "./database.ts";
import { type ChatRow, chatColumns, isInterrupted, type TurnRow, turnColumns } from "./rows.ts";

const mostPreview = 2000;

export type Admission =
  | { readonly kind: "admitted"; readonly setup: ChatSetup }
  | { readonly kind: "unknown" }
  | { readonly kind: "repeated"; readonly turn: TurnRow }
  /** `waiting`: turns of the chat that have not ended, the first one first. */
  | { readonly kind: "busy"; readonly chat: ChatRow; readonly waiting: readonly OpenTurn[] };

type OpenTurn = Pick<TurnRow, "turn" | "is_interrupted">;

interface Asked {
  readonly tenant: string;
  readonly turn: NewTurn;
  /** The whole request, for a turn that any worker may carry out; null: the caller carries it out. */
  readonly request: string | null;
  /** How many may wait before it. */
  readonly mostWaiting: number;
}

/**
 * Adds a turn to a chat, which is created if it is new, or says why not. The caller locks the row of the chat, so that
 * keys and places are given once.
 */
export async function admit(query: Query, { tenant, turn, request, mostWaiting }: Asked): Promise<Admission> {
  const key = turn.key === null ? null : digest(turn.key);
  let chat = await lockedChat(query, tenant, turn.chat);
  const repeated = key === null ? undefined : await turnWithKey(query, tenant, turn.chat, key);
  if (repeated && repeated.message_hash !== digest(turn.message))
    throw new SessionError(
      "refused",
      "The key was used for another message of this chat. Use a new key for each message.",
    );
  if (repeated) return { kind: "repeated", turn: repeated };
  if (turn.isRepeat) return { kind: "unknown" };
  if (chat === null) {
    await query.query("insert into reprise.chats (tenant, chat, setup) values ($1, $2, $3) on conflict do nothing", [
      tenant,
      turn.chat,
      JSON.stringify(turn.setup),
    ]);
    chat = await lockedChat(query, tenant, turn.chat);
    // Another one may have created it, with the same key.
    if (chat?.turn_count !== 0) return admit(query, { tenant, turn, request, mostWaiting });
  }
  const waiting = await endInterrupted(query, chat, await openTurns(query, tenant, turn.chat));
  if (waiting.length > mostWaiting) return { kind: "busy", chat, waiting };
  await query.query(
    `with added as (
       insert into reprise.turns (tenant, chat, turn, key, message_hash, message, request, status)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
     )
     update reprise.chats set turn_count = turn_count + 1, updated_at = now() where tenant = $1 and chat = $2`,
    [
      ...[tenant, turn.chat, turn.turn, key, digest(turn.message)],
      ...[redactSecrets(turn.message).slice(0, mostPreview), request, request === null ? "running" : "queued"],
    ],
  );
  return { kind: "admitted", setup: JSON.parse(chat.setup) };
}

export async function lockedChat(query: Query, tenant: string, chat: string): Promise<ChatRow | null> {
  const text = `select ${chatColumns} from reprise.chats where tenant = $1 and chat = $2 for update`;
  return (await query.query(text, [tenant, chat])).rows[0] ?? null;
}

/** A key, a message or the name of a chat, as it can be compared and stored. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function turnWithKey(query: Query, tenant: string, chat: string, key: string): Promise<TurnRow | undefined> {
  const text = `select ${turnColumns} from reprise.turns t join reprise.chats c using (tenant, chat)
    where t.tenant = $1 and t.chat = $2 and t.key = $3`;
  return (await query.query(text, [tenant, chat, key])).rows[0];
}

async function openTurns(query: Query, tenant: string, chat: string): Promise<readonly OpenTurn[]> {
  const text = `select t.turn, ${isInterrupted} as is_interrupted from reprise.turns t join reprise.chats c using (tenant, chat)
    where t.tenant = $1 and t.chat = $2 and t.ended_at is null order by t.place`;
  return (await query.query(text, [tenant, chat])).rows;
}

/** A turn that no queue repeats ends with its process. */
async function endInterrupted(
  query: Query,
  { tenant }: ChatRow,
  turns: readonly OpenTurn[],
): Promise<readonly OpenTurn[]> {
  for (const { turn, is_interrupted } of turns)
    if (is_interrupted)
      await query.query(
        "update reprise.turns set status = 'interrupted', ended_at = now() where tenant = $1 and turn = $2",
        [tenant, turn],
      );
  return turns.filter(({ is_interrupted }) => !is_interrupted);
}
