import type { Host } from "@reprise/core";
import type { MigratedChat, NumberedChatEvent } from "@reprise/model";
import type { ObjectStore } from "../objects/object-store.ts";
import type { RecordedChat, RecordedTurn } from "../store/chat-journal.ts";
import type { StoredPart } from "../store/chat-store.ts";
import { FileChatStore } from "../store/file-chat-store.ts";
import { lockedChat } from "./admission.ts";
import type { Database, Transaction } from "./database.ts";
import { insertEvents } from "./event-batches.ts";
import { objectsOf } from "./object-keys.ts";

interface Parts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly tenant: string;
}

const pageSize = 500;

/**
 * Copies the chats of this machine into the shared store, each whole in one transaction. What is there already stays: a second
 * time only what is new is copied. Nothing of this machine is changed; a chat is held while it is copied.
 */
export async function* migrateChats(host: Host, parts: Parts): AsyncGenerator<MigratedChat> {
  const store = new FileChatStore(host);
  for (const found of store.chats()) {
    if ("problem" in found) {
      yield { chat: null, folder: found.folder, outcome: "unreadable", turnCount: 0, detail: found.problem };
      continue;
    }
    const { chat, folder } = found;
    const about = { chat, folder, turnCount: 0, detail: null };
    const held = store.hold(chat);
    if (held === null) {
      yield { ...about, outcome: "busy", detail: "A message of it is being answered. Run this again." };
      continue;
    }
    try {
      yield { ...about, ...(await migrated(store, held.chat, parts)) };
    } catch (error) {
      yield { ...about, outcome: "failed", detail: error instanceof Error ? error.message : String(error) };
    } finally {
      held.release();
    }
  }
}

type Migrated = Pick<MigratedChat, "outcome" | "turnCount" | "detail">;

async function migrated(store: FileChatStore, chat: RecordedChat, parts: Parts): Promise<Migrated> {
  const turnCount = chat.turns.length;
  const { setup, state } = chat;
  if (state === null && setup.session !== undefined)
    return refused(
      "It continues a session of this machine and has not had an answer yet. Send it a message here first.",
    );
  if (state?.snapshot)
    return refused(`Its workspace is a snapshot of the sandbox ${setup.sandbox}, which other servers may not have.`);
  return parts.database.transaction(async (transaction) => {
    const { tenant } = parts;
    await transaction.query(
      `insert into reprise.chats (tenant, chat, setup, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
      [tenant, chat.chat, JSON.stringify(setup), chat.createdAt],
    );
    const row = await lockedChat(transaction, tenant, chat.chat);
    const there = new Set(await turnsOf(transaction, tenant, chat.chat));
    const missing = chat.turns.filter(({ turn }) => !there.has(turn));
    if (missing.length === 0) return { outcome: "present", turnCount, detail: null };
    const own = chat.turns.filter(({ turn }) => there.has(turn)).length;
    if (there.size > own)
      return refused("It has had messages here and at the servers since it was copied. It stays as both have it.");
    const epoch = (BigInt(row?.epoch ?? 0) + 1n).toString();
    for (const part of [state?.files, state?.workspace])
      if (part) await copyPart(store, chat.chat, part, { ...parts, epoch });
    await transaction.query(
      `update reprise.chats set state = $3, state_epoch = $4, epoch = $4, turn_count = $5, updated_at = $6
       where tenant = $1 and chat = $2`,
      [tenant, chat.chat, state && JSON.stringify(state), epoch, turnCount, chat.updatedAt],
    );
    for (const turn of missing) await addTurn(transaction, tenant, store, chat.chat, turn);
    return { outcome: "copied", turnCount, detail: null };
  });
}

function refused(detail: string): Migrated {
  return { outcome: "refused", turnCount: 0, detail };
}

async function turnsOf({ query }: Transaction, tenant: string, chat: string): Promise<readonly string[]> {
  const { rows } = await query("select turn from reprise.turns where tenant = $1 and chat = $2", [tenant, chat]);
  return rows.map(({ turn }) => turn);
}

/** Bytes that do not fit their hash are refused before anything refers to them. */
async function copyPart(store: FileChatStore, chat: string, part: StoredPart, to: Parts & { readonly epoch: string }) {
  const key = `${objectsOf(to.tenant, chat)}${to.epoch}/${part.sha256}`;
  await to.objects.put(key, { sizeBytes: part.sizeBytes, bytes: () => store.open(chat, part) });
}

async function addTurn(
  { query }: Transaction,
  tenant: string,
  store: FileChatStore,
  chat: string,
  { turn, key, messageHash, message, status, error, end, startedAt, endedAt }: RecordedTurn,
): Promise<void> {
  await query(
    `insert into reprise.turns
       (tenant, chat, turn, key, message_hash, message, status, attempt, error, result, created_at, started_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $10, $10, null)`,
    [
      tenant,
      chat,
      turn,
      key,
      messageHash,
      message,
      status,
      error && JSON.stringify(error),
      end && JSON.stringify(end.result),
      startedAt,
    ],
  );
  const isInterrupted = end === null;
  let page: NumberedChatEvent[] = [];
  const flush = async () => {
    if (page.length > 0) await insertEvents(query, tenant, turn, page);
    page = [];
  };
  const events: NumberedChatEvent[] = [];
  for await (const numbered of store.events(chat, turn)) {
    events.push(numbered);
    // Of an interrupted turn the store makes up the last two, as the other one does.
    const next = events.length > (isInterrupted ? 2 : 0) ? events.shift() : undefined;
    if (next !== undefined) page.push(next);
    if (page.length >= pageSize) await flush();
  }
  await flush();
  // What it holds is measured by then.
  await query("update reprise.turns set ended_at = $3 where tenant = $1 and turn = $2", [
    tenant,
    turn,
    endedAt ?? startedAt,
  ]);
}
