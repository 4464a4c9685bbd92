import { randomUUID } from "node:crypto";
import type { Begun, ChatState, ChatStore, Lease, NewTurn } from "@reprise/chat";
import type { ChatEvent, ChatResult, NumberedChatEvent } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

export interface ChatStoreStage {
  readonly store: ChatStore;
  /** The same store, as another process sees it. */
  open(): Promise<ChatStore>;
  /** As if the process that holds the lease had been killed. */
  killHolder(): Promise<void>;
  close(): Promise<void>;
}

const setup = { agent: "codex", workspace: null, sandbox: "local", permissions: "workspace-write" } as const;
const completed: ChatResult = { type: "result", status: "completed", usage: null, resets_at: null };

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function turnOf(message: string, more: Partial<NewTurn> = {}): NewTurn {
  return { chat: "c", turn: randomUUID(), key: null, message, setup, ...more };
}

function leaseOf(begun: Begun): Lease {
  if (begun.kind !== "leased") throw new Error(`The turn is ${begun.kind}.`);
  return begun.lease;
}

const said = (number: number, content: string, delta = false): NumberedChatEvent => ({
  number,
  event: { type: "message", role: "assistant", content, delta },
});

async function stateOf(lease: Lease, session: string): Promise<ChatState> {
  const files = await lease.save(bytesOf(`files of ${session}`));
  return { session, files, workspace: null, snapshot: null, usage: null };
}

async function eventsOf(store: ChatStore, turn: string, after?: number): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const { event } of store.events("c", turn, after)) events.push(event);
  return events;
}

/** The promises of every store of chats: on files, and shared by several machines. */
export function describeChatStore(name: string, open: () => Promise<ChatStoreStage>): void {
  describe(`${name} store of chats`, () => {
    let stage: ChatStoreStage;
    beforeEach(async () => {
      stage = await open();
    });
    afterEach(() => stage.close());

    it("knows no chat before its first turn, and all about it afterwards", async () => {
      const { store } = stage;
      expect(await store.read("c")).toBeNull();
      const turn = turnOf("hello");
      const lease = leaseOf(await store.begin(turn));
      expect(await store.read("c")).toMatchObject({ setup, state: null, turns: [{ status: "running" }] });
      const state = await stateOf(lease, "s1");
      await lease.end({ result: completed, number: 1, error: null, state });
      const chat = await (await stage.open()).read("c");
      expect(chat).toMatchObject({ chat: "c", setup, state, turnCount: 1 });
      expect(chat?.turns).toMatchObject([{ turn: turn.turn, message: "hello", status: "completed" }]);
      expect(await textOf(store.open("c", state.files))).toBe("files of s1");
    });

    it("tells of every chat with an answer, what it continues from, and who answers a message now", async () => {
      const { store } = stage;
      const answered = async () => {
        const found = [];
        for await (const one of store.answered((warning) => found.push(warning))) found.push(one);
        return found;
      };
      const first = leaseOf(await store.begin(turnOf("one")));
      expect(await answered()).toEqual([]);
      const state = await stateOf(first, "s1");
      await first.end({ result: completed, number: 1, error: null, state });
      leaseOf(await store.begin(turnOf("never answered", { chat: "d" })));
      expect(await answered()).toEqual([{ chat: "c", agent: "codex", state, owner: null }]);
      leaseOf(await store.begin(turnOf("two")));
      expect(await answered()).toMatchObject([{ chat: "c", state, owner: { pid: process.pid } }]);
    });

    it("gives the lease to one turn at a time, and names who has it", async () => {
      const first = turnOf("one");
      const lease = leaseOf(await stage.store.begin(first));
      const other = await stage.open();
      expect(await other.begin(turnOf("two"))).toMatchObject({ kind: "busy", turn: first.turn });
      expect((await other.begin(turnOf("two", { chat: "d" }))).kind).toBe("leased");
      await lease.end({ result: completed, number: 1, error: null, state: null });
      expect((await other.begin(turnOf("two"))).kind).toBe("leased");
    });

    it("gives the lease of a killed process to the next; its turn is interrupted, and its state not kept", async () => {
      const first = leaseOf(await stage.store.begin(turnOf("one")));
      await first.end({ result: completed, number: 1, error: null, state: await stateOf(first, "s1") });
      const killed = turnOf("two", { key: "k2" });
      const second = leaseOf(await stage.store.begin(killed));
      await second.append([said(1, "half")]);
      await second.save(bytesOf("never committed"));
      await stage.killHolder();
      const store = await stage.open();
      expect(await store.read("c")).toMatchObject({
        state: { session: "s1" },
        turns: [{ status: "completed" }, { status: "interrupted", error: { code: "interrupted" } }],
      });
      expect(await eventsOf(store, killed.turn)).toMatchObject([
        { content: "half" },
        { type: "error", code: "interrupted" },
        { type: "result", status: "failed" },
      ]);
      expect((await store.begin(turnOf("two", { key: "k2" }))).kind).toBe("repeated");
      const third = await store.begin(turnOf("three"));
      expect(third).toMatchObject({ kind: "leased", chat: { state: { session: "s1" } } });
    });

    it("keeps the last state when a turn ends without one", async () => {
      const first = leaseOf(await stage.store.begin(turnOf("one")));
      const state = await stateOf(first, "s1");
      await first.end({ result: completed, number: 1, error: null, state });
      const second = leaseOf(await stage.store.begin(turnOf("two")));
      await second.save(bytesOf("dropped"));
      const error = { code: "limit", message: "Later." } as const;
      await second.end({ result: { ...completed, status: "parked" }, number: 2, error, state: null });
      expect(await stage.store.read("c")).toMatchObject({
        state: { session: "s1" },
        turns: [{ status: "completed" }, { status: "parked", error }],
      });
      expect(await textOf(stage.store.open("c", state.files))).toBe("files of s1");
    });

    it("runs a key once: the second time gives the turn, while it runs and when it has ended", async () => {
      const turn = turnOf("one", { key: "k" });
      const lease = leaseOf(await stage.store.begin(turn));
      const other = await stage.open();
      expect(await other.begin(turnOf("one", { key: "k" }))).toMatchObject({
        kind: "repeated",
        turn: { turn: turn.turn, status: "running" },
      });
      await lease.end({ result: completed, number: 1, error: null, state: null });
      expect(await other.begin(turnOf("one", { key: "k" }))).toMatchObject({ kind: "repeated" });
      expect((await other.begin(turnOf("one", { key: "k", chat: "d" }))).kind).toBe("leased");
      await expect(other.begin(turnOf("another", { key: "k" }))).rejects.toMatchObject({ code: "refused" });
      expect((await other.begin(turnOf("one", { key: "other" }))).kind).toBe("leased");
    });

    it("records events in order, with their numbers, from any number on", async () => {
      const turn = turnOf("one");
      const lease = leaseOf(await stage.store.begin(turn));
      await lease.append([said(1, "a"), said(2, "b ", true), said(3, "c", true)]);
      await lease.append([said(4, "d")]);
      await lease.end({ result: completed, number: 5, error: null, state: null });
      const store = await stage.open();
      expect(await eventsOf(store, turn.turn)).toEqual([
        ...[said(1, "a"), said(2, "b ", true), said(3, "c", true), said(4, "d")].map(({ event }) => event),
        completed,
      ]);
      expect(await eventsOf(store, turn.turn, 3)).toEqual([said(4, "d").event, completed]);
      expect(await eventsOf(store, turn.turn, 5)).toEqual([]);
      await expect(eventsOf(store, "no-turn")).rejects.toMatchObject({ code: "not-found" });
    });

    it("writes no secret, not even one in pieces", async () => {
      const secret = `sk-proj-${"aB3dE5fG7hI9".repeat(4)}`;
      const turn = turnOf(`use ${secret}`);
      const lease = leaseOf(await stage.store.begin(turn));
      const pieces = [...`key ${secret} end`].map((piece, index) => said(index + 1, piece, true));
      await lease.append(pieces);
      await lease.append([said(pieces.length + 1, secret)]);
      await lease.end({ result: completed, number: pieces.length + 2, error: null, state: null });
      const texts = (await eventsOf(stage.store, turn.turn)).map((event) => JSON.stringify(event)).join("");
      expect(texts).not.toContain(secret.slice(8, 20));
      expect(JSON.stringify(await stage.store.read("c"))).not.toContain(secret.slice(8));
    });

    it("keeps a million characters of a message, a key and a chat id of any text apart", async () => {
      const chat = "../weird id: ☃ \\ 'x' ".padEnd(200, "é");
      const begun = await stage.store.begin(turnOf("m".repeat(1_000_000), { chat, key: "k".repeat(100_000) }));
      await leaseOf(begun).end({ result: completed, number: 1, error: null, state: null });
      expect((await stage.store.read(chat))?.turnCount).toBe(1);
      expect(await stage.store.read("../weird id")).toBeNull();
    });
  });
}
