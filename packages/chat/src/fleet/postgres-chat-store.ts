import { createHash } from "node:crypto";
import { type ChatEvent, type NumberedChatEvent, type Owner, SessionError, type Warning } from "@reprise/model";
import { ObjectError, type ObjectStore } from "../objects/object-store.ts";
import { readPatiently } from "../objects/patiently.ts";
import type { AnsweredChat, Begun, ChatStore, NewTurn, StoredChat, StoredPart } from "../store/chat-store.ts";
import { type Admission, admit } from "./admission.ts";
import { type Database, persistently } from "./database.ts";
import { objectsOf } from "./object-keys.ts";
import { PostgresLease } from "./postgres-lease.ts";
import { type ChatRow, chatColumns, interruption, storedChat, storedTurn, turnColumns } from "./rows.ts";

export interface StoreParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly tenant: string;
  readonly worker: Owner;
  readonly leaseSeconds: number;
  /** A folder of this machine for copies on their way to the objects. */
  readonly spool: string;
}

const mostTurns = 100;
const pageSize = 500;
/** How long reading is tried while the database is away. */
const patienceMs = 20_000;

/**
 * Chats of one tenant in PostgreSQL, for any number of processes. The lease of a chat is its epoch: each holder raises it, and
 * nothing is written under an older one.
 */
export class PostgresChatStore implements ChatStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async read(chat: string, most = mostTurns): Promise<StoredChat | null> {
    const { tenant } = this.#parts;
    const text = `select ${chatColumns} from reprise.chats where tenant = $1 and chat = $2`;
    const row: ChatRow | undefined = (await this.#query(text, [tenant, chat])).rows[0];
    // Created by a message that was withdrawn.
    if (!row || row.turn_count === 0) return null;
    if (most === 0) return storedChat(row, []);
    const { rows } = await this.#query(
      `select ${turnColumns} from reprise.turns t join reprise.chats c using (tenant, chat)
       where t.tenant = $1 and t.chat = $2 order by t.place desc limit ${most}`,
      [tenant, chat],
    );
    return storedChat(row, rows.reverse());
  }

  async begin(turn: NewTurn): Promise<Begun> {
    const { database, tenant, worker, leaseSeconds } = this.#parts;
    const begun = await database.transaction(async (transaction) => {
      const admission = await admit(transaction, { tenant, turn, request: null, mostWaiting: 0 });
      if (admission.kind !== "admitted") return admission;
      const { rows } = await transaction.query(
        `update reprise.chats set epoch = epoch + 1, worker = $3, leased_until = now() + make_interval(secs => $4)
         where tenant = $1 and chat = $2 returning epoch`,
        [tenant, turn.chat, JSON.stringify(worker), leaseSeconds],
      );
      const epoch: string = rows[0].epoch;
      await transaction.query(
        "update reprise.turns set epoch = $3, attempt = 1, started_at = now() where tenant = $1 and turn = $2",
        [tenant, turn.turn, epoch],
      );
      return epoch;
    });
    if (typeof begun !== "string") return refusal(begun);
    const chat = await this.read(turn.chat);
    if (chat === null) throw new SessionError("unreadable", `The chat ${turn.chat} cannot be read.`);
    const lease = new PostgresLease({ ...this.#parts, chat: turn.chat, turn: turn.turn, epoch: begun });
    lease.beatRegularly();
    return { kind: "leased", lease, chat };
  }

  async *events(chat: string, turn: string, after = 0): AsyncGenerator<NumberedChatEvent> {
    const found = await this.turn(chat, turn);
    if (found === null) throw new SessionError("not-found", `Chat ${chat} has no turn ${turn}.`);
    let last = after;
    for (;;) {
      const page = await this.eventsAfter(turn, last);
      yield* page;
      last = page.at(-1)?.number ?? last;
      if (page.length < pageSize) break;
    }
    if (!found.is_interrupted) return;
    const count = await this.lastNumber(turn);
    for (const numbered of endingOf(count)) if (numbered.number > after) yield numbered;
  }

  async *answered(warn: (warning: Warning) => void): AsyncGenerator<AnsweredChat> {
    const { tenant } = this.#parts;
    const text = `select ${chatColumns}, leased_until > now() as is_held from reprise.chats
      where tenant = $1 and state is not null and chat > $2 order by chat limit ${pageSize}`;
    for (let last = "", isMore = true; isMore; ) {
      const { rows } = await this.#query(text, [tenant, last]);
      for (const row of rows) {
        const found = readRow(row, warn);
        if (found !== null) yield found;
      }
      last = rows.at(-1)?.chat ?? "";
      isMore = rows.length === pageSize;
    }
  }

  async *open(chat: string, { sha256, sizeBytes }: StoredPart): AsyncGenerator<Uint8Array, void, undefined> {
    const { objects, tenant } = this.#parts;
    const text = "select state_epoch from reprise.chats where tenant = $1 and chat = $2";
    const { rows } = await this.#query(text, [tenant, chat]);
    const key = `${objectsOf(tenant, chat)}${rows[0]?.state_epoch ?? 0}/${sha256}`;
    const hash = createHash("sha256");
    try {
      for await (const piece of readPatiently(objects, { key, sizeBytes })) {
        hash.update(piece);
        yield piece;
      }
    } catch (error) {
      if (!(error instanceof ObjectError)) throw error;
      throw new SessionError("unreadable", `${error.message} The chat ${chat} cannot continue without it.`);
    }
    if (hash.digest("hex") !== sha256)
      throw new SessionError(
        "unreadable",
        `The object ${key} in ${objects.place} is damaged: its SHA-256 is not its name. Put it back from a copy, or begin another chat.`,
      );
  }

  async close(): Promise<void> {}

  /** The row of a turn, or null. */
  async turn(chat: string, turn: string) {
    if (!/^[0-9a-f-]{36}$/.test(turn)) return null;
    const { rows } = await this.#query(
      `select ${turnColumns} from reprise.turns t join reprise.chats c using (tenant, chat)
       where t.tenant = $1 and t.chat = $2 and t.turn = $3`,
      [this.#parts.tenant, chat, turn],
    );
    return (rows[0] as Parameters<typeof storedTurn>[0] | undefined) ?? null;
  }

  /** A page of recorded events. */
  async eventsAfter(turn: string, after: number): Promise<readonly NumberedChatEvent[]> {
    const text = `select number, event from reprise.events where tenant = $1 and turn = $2 and number > $3
      order by number limit ${pageSize}`;
    const { rows } = await this.#query(text, [this.#parts.tenant, turn, after]);
    return rows.map(({ number, event }) => ({ number, event: JSON.parse(event) as ChatEvent }));
  }

  async lastNumber(turn: string): Promise<number> {
    const text = "select coalesce(max(number), 0) as last from reprise.events where tenant = $1 and turn = $2";
    return (await this.#query(text, [this.#parts.tenant, turn])).rows[0].last;
  }

  /** A turn does not end because a connection did. */
  #query(text: string, values: unknown[]) {
    return persistently(() => this.#parts.database.query(text, values), patienceMs);
  }
}

function refusal(admission: Exclude<Admission, { kind: "admitted" }>): Begun {
  if (admission.kind === "repeated") return { kind: "repeated", turn: storedTurn(admission.turn) };
  if (admission.kind === "unknown") return { kind: "unknown" };
  const { chat, waiting } = admission;
  return { kind: "busy", owner: ownerIn(chat), turn: waiting[0]?.turn ?? null };
}

export function ownerIn({ worker }: ChatRow): Owner | null {
  return worker === null ? null : (JSON.parse(worker) as Owner);
}

/** One damaged row hides no other. */
function readRow(
  row: ChatRow & { readonly is_held: boolean | null },
  warn: (warning: Warning) => void,
): AnsweredChat | null {
  try {
    const { chat, setup, state } = storedChat(row, []);
    return state && { chat, agent: setup.agent, state, owner: row.is_held ? ownerIn(row) : null };
  } catch (error) {
    warn({ kind: "unreadable", path: row.chat, detail: (error as Error).message });
    return null;
  }
}

function endingOf(last: number): readonly NumberedChatEvent[] {
  const events: ChatEvent[] = [
    { type: "error", ...interruption },
    { type: "result", status: "failed", usage: null, resets_at: null },
  ];
  return events.map((event, index) => ({ number: last + 1 + index, event }));
}
