import { ChatBusyError, type ChatRequest, type Chats, SessionError } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../host/poll.ts";
import { type ChatsStage, eventsOf, resultOf, sessionIdIn } from "./chats-stage.ts";

/** The promises of every `Chats`. */
export function describeChats(name: string, make: () => Promise<ChatsStage>): void {
  describe(`${name} chats`, () => {
    let stage: ChatsStage;
    let chats: Chats;
    beforeEach(async () => {
      stage = await make();
      chats = await stage.open();
    });
    afterEach(async () => {
      await stage.release();
      await stage.close();
    });
    const quick = (chat_id = "chat"): ChatRequest => ({ ...stage.request, chat_id, message: stage.quick });
    const held = (chat_id = "chat"): ChatRequest => ({ ...stage.request, chat_id, message: stage.held });
    const given = { quick, held, chats: () => chats, stage: () => stage };
    describeEvents(given);
    describeContinuing(given);
    describeKeys(given);
    describeBusy(given);
    describeStopping(given);
  });
}

interface Given {
  quick(chat?: string): ChatRequest;
  held(chat?: string): ChatRequest;
  chats(): Chats;
  stage(): ChatsStage;
}

function describeEvents({ quick, held, chats, stage }: Given): void {
  it("numbers the events from 1 without gaps; one init, and the result last", async () => {
    const turn = await chats().send(quick());
    const events = await eventsOf(turn);
    expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1));
    const types = events.map(({ event }) => event.type);
    expect(types.filter((type) => type === "init")).toHaveLength(1);
    expect(types.filter((type) => type === "result")).toHaveLength(1);
    expect(types).toContain("message");
    expect(events.at(-1)?.event).toMatchObject({ type: "result", status: "completed" });
  });

  it("gives every listener every event, early or late, from any number", async () => {
    const turn = await chats().send(held());
    const early = [eventsOf(turn), eventsOf(turn)];
    await sessionIdIn(turn);
    const middle = eventsOf(turn, 1);
    await stage().release();
    const [first, second] = await Promise.all(early);
    expect(second).toEqual(first);
    expect(await middle).toEqual(first?.slice(1));
    expect(await eventsOf(turn)).toEqual(first);
    expect(await eventsOf(turn, first?.length)).toEqual([]);
  });

  it("continues without listeners, and when one leaves", async () => {
    const turn = await chats().send(held());
    const leaving = new AbortController();
    const listening = eventsOf(turn, 0, leaving.signal);
    await sessionIdIn(turn);
    leaving.abort();
    expect((await listening).at(-1)?.event.type).not.toBe("result");
    await stage().release();
    await until(async () => (await chats().chat("chat")).turns[0]?.status === "completed");
    await until(() => chats().runningCount === 0);
  });

  it("throws not-found for an unknown chat and an unknown turn", async () => {
    const missing = { code: "not-found" } satisfies Partial<SessionError>;
    await expect(chats().chat("nobody")).rejects.toMatchObject(missing);
    await expect(chats().turn("nobody", "t")).rejects.toMatchObject(missing);
    await resultOf(await chats().send(quick()));
    await expect(chats().turn("chat", "t")).rejects.toMatchObject(missing);
  });

  it("keeps chats apart whatever their ids are", async () => {
    const ids = ["a/b", "../a", "A", "a", "a b", "%2e", "ünï", "-rf", ".", "con", "x".repeat(200)];
    for (const id of ids) await resultOf(await chats().send(quick(id)));
    for (const id of ids) expect(await chats().chat(id)).toMatchObject({ chat_id: id, turn_count: 1 });
  });
}

function describeContinuing({ quick, chats, stage }: Given): void {
  it("continues the same conversation, also in another process", async () => {
    const first = await chats().send(quick());
    const session = await sessionIdIn(first);
    await resultOf(first);
    const second = await chats().send(quick());
    expect(await sessionIdIn(second)).toBe(session);
    await resultOf(second);
    await chats().close();
    const later = await stage().open();
    const third = await later.send(quick());
    expect(await sessionIdIn(third)).toBe(session);
    expect(await resultOf(third)).toMatchObject({ status: "completed" });
    const chat = await later.chat("chat");
    expect(chat).toMatchObject({ chat_id: "chat", session_id: session, turn_count: 3 });
    expect(chat.turns.map(({ id, status }) => ({ id, status }))).toEqual(
      [first, second, third].map(({ id }) => ({ id, status: "completed" })),
    );
  });

  it("has the events of an ended turn in another process", async () => {
    const turn = await chats().send(quick());
    const events = await eventsOf(turn);
    await chats().close();
    const later = await stage().open();
    const again = await later.turn("chat", turn.id);
    expect(again).toMatchObject({ id: turn.id, chat: "chat" });
    expect(await eventsOf(again)).toEqual(events);
    expect(await eventsOf(again, 1)).toEqual(events.slice(1));
    await again.cancel();
    expect(await eventsOf(again)).toEqual(events);
  });

  it("refuses another agent in a later message, and keeps nothing of it", async () => {
    await resultOf(await chats().send(quick()));
    const other = chats().send({ ...quick(), agent: stage().otherAgent });
    await expect(other).rejects.toMatchObject({ code: "bad-use" });
    expect((await chats().chat("chat")).turn_count).toBe(1);
  });
}

function describeKeys({ quick, held, chats, stage }: Given): void {
  it("runs a message once, however often it is sent under one key", async () => {
    const turn = await chats().send(held(), { key: "k" });
    expect(turn.isRepeated).toBe(false);
    const during = await chats().send(held(), { key: "k" });
    expect(during).toMatchObject({ id: turn.id, isRepeated: true });
    await stage().release();
    const events = await eventsOf(turn);
    expect(await eventsOf(during)).toEqual(events);
    await chats().close();
    const later = await stage().open();
    const after = await later.send(held(), { key: "k" });
    expect(after).toMatchObject({ id: turn.id, isRepeated: true });
    expect(await eventsOf(after)).toEqual(events);
    expect((await later.chat("chat")).turn_count).toBe(1);
  });

  it("leaves a key that is unknown unused where only a message sent before is wanted", async () => {
    const repeat = () => chats().send(quick(), { key: "k", isRepeat: true });
    await expect(repeat()).rejects.toMatchObject({ code: "not-found" });
    await expect(chats().chat("chat")).rejects.toMatchObject({ code: "not-found" });
    await resultOf(await chats().send(quick()));
    await expect(repeat()).rejects.toMatchObject({ code: "not-found" });
    expect((await chats().chat("chat")).turn_count).toBe(1);
    const turn = await chats().send(quick(), { key: "k" });
    await resultOf(turn);
    expect(await repeat()).toMatchObject({ id: turn.id, isRepeated: true });
  });

  it("runs it once if it is sent twice at the same moment", async () => {
    const turns = await Promise.all([1, 2, 3].map(() => chats().send(quick(), { key: "k" })));
    expect(new Set(turns.map(({ id }) => id)).size).toBe(1);
    expect(turns.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    await Promise.all(turns.map(resultOf));
    expect((await chats().chat("chat")).turn_count).toBe(1);
  });

  it("knows a long message with a secret again, and refuses another one under its key", async () => {
    const message = `${quick().message} API_KEY=sk-ant-api03-${"aB3".repeat(30)} ${"x".repeat(5000)}`;
    const turn = await chats().send({ ...quick(), message }, { key: "k" });
    const events = await eventsOf(turn);
    const again = await chats().send({ ...quick(), message }, { key: "k" });
    expect(again).toMatchObject({ id: turn.id, isRepeated: true });
    expect((await eventsOf(again)).length).toBe(events.length);
    const other = chats().send({ ...quick(), message: `${message}!` }, { key: "k" });
    await expect(other).rejects.toMatchObject({ code: "refused" });
    expect((await chats().chat("chat")).turn_count).toBe(1);
  });

  it("runs messages of other keys and other chats", async () => {
    const first = await chats().send(quick(), { key: "k" });
    await resultOf(first);
    const second = await chats().send(quick(), { key: "l" });
    await resultOf(second);
    const other = await chats().send(quick("other"), { key: "k" });
    await resultOf(other);
    expect([second.isRepeated, other.isRepeated]).toEqual([false, false]);
    expect(new Set([first.id, second.id, other.id]).size).toBe(3);
  });
}

function describeBusy({ quick, held, chats, stage }: Given): void {
  it("refuses a message while a turn runs, names its process, and keeps nothing of it", async () => {
    const turn = await chats().send(held());
    await sessionIdIn(turn);
    const other = await stage().open();
    for (const one of [chats(), other]) {
      const error = await one.send(quick(), { key: "k" }).catch((problem: unknown) => problem);
      expect(error).toBeInstanceOf(ChatBusyError);
      expect(error).toMatchObject({ owner: { pid: expect.any(Number) }, turn: turn.id });
    }
    expect([chats().runningCount, other.runningCount]).toEqual([1, 0]);
    await stage().release();
    await resultOf(turn);
    expect((await chats().chat("chat")).turn_count).toBe(1);
    const later = await chats().send(quick(), { key: "k" });
    expect(later.isRepeated).toBe(false);
    expect(await resultOf(later)).toMatchObject({ status: "completed" });
  });

  it("runs turns of several chats at once", async () => {
    const turns = await Promise.all(["a", "b", "c"].map((id) => chats().send(held(id))));
    await until(() => chats().runningCount === 3);
    await stage().release();
    for (const turn of turns) expect(await resultOf(turn)).toMatchObject({ status: "completed" });
    await until(() => chats().runningCount === 0);
  });

  it("lets a message wait for the turn that runs", async () => {
    const turn = await chats().send(held());
    const waiting = chats().send({ ...quick(), queue: true });
    await stage().release();
    const second = await waiting;
    expect(await resultOf(second)).toMatchObject({ status: "completed" });
    const { turns } = await chats().chat("chat");
    expect(turns.map(({ id }) => id)).toEqual([turn.id, second.id]);
  });

  it("stops waiting with the signal, and keeps nothing of the message", async () => {
    const turn = await chats().send(held());
    const leaving = new AbortController();
    const waiting = chats().send({ ...quick(), queue: true }, { signal: leaving.signal });
    const refused = expect(waiting).rejects.toThrow();
    leaving.abort();
    await refused;
    await stage().release();
    await resultOf(turn);
    expect((await chats().chat("chat")).turn_count).toBe(1);
  });
}

function describeStopping({ quick, held, chats, stage }: Given): void {
  it("cancels a turn, and the chat is as it was before", async () => {
    const first = await chats().send(quick());
    await resultOf(first);
    const before = await chats().chat("chat");
    const turn = await chats().send(held());
    await sessionIdIn(turn);
    await turn.cancel();
    expect(await resultOf(turn)).toMatchObject({ status: "cancelled" });
    const after = await chats().chat("chat");
    expect(after.session_id).toBe(before.session_id);
    expect(after.turns.at(-1)).toMatchObject({ id: turn.id, status: "cancelled" });
    expect(await resultOf(await chats().send(quick()))).toMatchObject({ status: "completed" });
  });

  it("cancels a turn of another process only where they share it", async () => {
    const turn = await chats().send(held());
    await sessionIdIn(turn);
    const other = await stage().open();
    const seen = await other.turn("chat", turn.id).catch((error: unknown) => error);
    if (!(seen instanceof SessionError)) await (seen as typeof turn).cancel();
    await stage().release();
    expect(await resultOf(turn)).toMatchObject({ status: stage().isShared ? "cancelled" : "completed" });
  });

  it("waits for running turns when it closes, and takes no more messages", async () => {
    const turn = await chats().send(held());
    await sessionIdIn(turn);
    const result = resultOf(turn);
    const closing = chats().close(60_000);
    await expect(chats().send(quick("other"))).rejects.toThrow();
    await stage().release();
    await closing;
    expect(await result).toMatchObject({ status: "completed" });
  });

  it("parks a turn that does not end in time; the next process continues the chat", async () => {
    const first = await chats().send(quick());
    const session = await sessionIdIn(first);
    await resultOf(first);
    const turn = await chats().send(held());
    await sessionIdIn(turn);
    const result = resultOf(turn);
    await chats().close(0);
    expect(await result).toMatchObject({ status: "parked" });
    const later = await stage().open();
    const chat = await later.chat("chat");
    expect(chat).toMatchObject({ session_id: session, turn_count: 2 });
    expect(chat.turns.at(-1)).toMatchObject({ id: turn.id, status: "parked" });
    const next = await later.send(quick());
    expect(await sessionIdIn(next)).toBe(session);
    expect(await resultOf(next)).toMatchObject({ status: "completed" });
  });
}
