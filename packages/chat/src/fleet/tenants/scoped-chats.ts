import {
  type AuditRow,
  type Chat,
  type ChatRequest,
  type Chats,
  type ChatTurn,
  ForbiddenError,
  QuotaError,
  type SendOptions,
  SessionError,
} from "@reprise/model";
import type { Database } from "../database.ts";
import type { TenantChats } from "../tenant-chats.ts";
import { type Seldom, writeAudit } from "./audit.ts";

export interface Scope {
  readonly tenant: string;
  readonly token: string;
  readonly right: "read" | "act";
  /** Ids, or beginnings of ids with `*`; null: all. */
  readonly chats: readonly string[] | null;
}

interface ScopedParts {
  readonly scope: Scope;
  readonly chats: TenantChats;
  /** As the tenant. */
  readonly database: Database;
  readonly seldom: Seldom;
  /** All its turns run where they cannot reach the server's machine. */
  readonly isIsolated: boolean;
}

/** The chats of a tenant as one of its tokens allows them, with a record of who did what. */
export class ScopedChats implements Pick<Chats, "send" | "chat" | "turn"> {
  readonly #parts: ScopedParts;

  constructor(parts: ScopedParts) {
    this.#parts = parts;
  }

  async send(request: ChatRequest, options?: SendOptions): Promise<ChatTurn> {
    const chat = request.chat_id;
    await this.#check("send", chat);
    if (request.workspace !== undefined)
      throw new ForbiddenError(
        "A token of a tenant names no folder of the server: its chats have folders of their own.",
      );
    if (request.permissions === "danger-full-access" && !this.#parts.isIsolated)
      throw new ForbiddenError("A token of a tenant gives an agent full access in an isolated sandbox only.");
    try {
      return this.#turn(await this.#parts.chats.send(request, options));
    } catch (error) {
      if (error instanceof QuotaError) await this.#note("send", "quota", chat);
      throw error;
    }
  }

  async chat(id: string): Promise<Chat> {
    await this.#check("read", id);
    const chat = await this.#parts.chats.chat(id);
    await this.#note("read", "done", id);
    return chat;
  }

  async turn(chat: string, turn: string): Promise<ChatTurn> {
    await this.#check("read", chat);
    const found = await this.#parts.chats.turn(chat, turn);
    await this.#note("read", "done", chat);
    return this.#turn(found);
  }

  #turn(turn: ChatTurn): ChatTurn {
    const cancel = async () => {
      await this.#check("cancel", turn.chat);
      await turn.cancel();
    };
    return { ...turn, cancel };
  }

  /** By the token alone: what exists plays no part. */
  async #check(act: AuditRow["act"], chat: string): Promise<void> {
    const { right, chats } = this.#parts.scope;
    const isAllowed = chats === null || chats.some((one) => fits(one, chat));
    if (isAllowed && (act === "read" || right === "act")) return;
    await this.#note(act, "forbidden", chat);
    throw new ForbiddenError(
      isAllowed ? "This token may only read." : `This token is not for the chat ${chat.slice(0, 200)}.`,
    );
  }

  async #note(act: AuditRow["act"], outcome: AuditRow["outcome"], chat: string): Promise<void> {
    const { scope, database, seldom } = this.#parts;
    const { tenant, token } = scope;
    // What is no id of a chat is no text for a row either.
    if (chat.length > 200 || chat.includes("\0")) throw new SessionError("bad-use", "This is no id of a chat.");
    if (seldom.isDue([token, act, outcome, chat])) await writeAudit(database, { tenant, token, act, outcome, chat });
  }
}

function fits(pattern: string, chat: string): boolean {
  return pattern.endsWith("*") ? chat.startsWith(pattern.slice(0, -1)) : pattern === chat;
}
