import type { Chat, ChatCaller, ChatRequest, Chats, ChatTurn, FleetFigures, SendOptions } from "@reprise/model";
import { figuresOf } from "./figures.ts";
import { FleetWorker, type WorkerParts } from "./fleet-worker.ts";
import { FollowedTurns } from "./followed-turns.ts";
import { PostgresChatStore } from "./postgres-chat-store.ts";
import { TenantChats, type TenantParts } from "./tenant-chats.ts";
import { Seldom } from "./tenants/audit.ts";
import { findCaller } from "./tenants/find-caller.ts";

export interface FleetParts extends WorkerParts {
  readonly tenant: string;
}

/** Chats that any number of processes share through a database: each takes messages for all, and runs turns of all. */
export class FleetChats implements Chats {
  readonly #parts: FleetParts;
  readonly #own: TenantChats;
  readonly #worker: FleetWorker;
  readonly #followed: FollowedTurns;
  readonly #seldom = new Seldom();
  #isClosed = false;

  constructor(parts: FleetParts) {
    this.#parts = parts;
    this.#followed = new FollowedTurns({ store: new PostgresChatStore(parts), notices: parts.notices });
    this.#own = this.#chatsOf({ tenant: parts.tenant });
    this.#worker = new FleetWorker(parts);
    this.#worker.start();
  }

  get runningCount(): number {
    return this.#worker.runningCount;
  }

  send(request: ChatRequest, options?: SendOptions): Promise<ChatTurn> {
    return this.#own.send(request, options);
  }

  chat(id: string): Promise<Chat> {
    return this.#own.chat(id);
  }

  turn(chat: string, turn: string): Promise<ChatTurn> {
    return this.#own.turn(chat, turn);
  }

  callerWith(token: string): Promise<ChatCaller | null> {
    const { database, agents } = this.#parts;
    return findCaller(token, {
      database,
      agents,
      seldom: this.#seldom,
      chatsOf: (parts) => this.#chatsOf(parts),
    });
  }

  figures(): Promise<FleetFigures> {
    return figuresOf(this.#parts.database, this.#parts.counts);
  }

  /** Why messages cannot be taken now; null if they can. */
  async unavailable(): Promise<string | null> {
    if (this.#isClosed) return "shutting down";
    const late = new Promise<string>((resolve) => setTimeout(resolve, 2000, "the database does not answer").unref());
    const asked = this.#parts.database.query("select 1").then(
      () => null,
      (error: Error) => `the database cannot be reached: ${error.message}`,
    );
    return Promise.race([asked, late]);
  }

  async close(graceMs = 0): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { jobs, notices, objects, database } = this.#parts;
    await this.#worker.close(graceMs);
    await this.#followed.close();
    await notices.close();
    await jobs.stop();
    await objects.close();
    await database.close();
    await this.#parts.traces?.close();
  }

  #chatsOf(parts: Pick<TenantParts, "tenant"> & Partial<TenantParts>): TenantChats {
    return new TenantChats({
      ...this.#parts,
      ...parts,
      followed: this.#followed,
      isClosed: () => this.#isClosed,
    });
  }
}
