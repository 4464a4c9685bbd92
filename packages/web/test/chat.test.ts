import type { Chats } from "@reprise/model";
import { chatEventSchema, chatSchema, httpErrorSchema } from "@reprise/model/schema";
import { ChatScriptError, MemoryChatStore, MemoryChats, until } from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { heldScript, linesOf, readerOf, readUntil, Stage } from "./stage.ts";

let stage: Stage;
afterEach(() => stage.close());

const hello = { chat_id: "c", message: "hello" };

describe("POST /chat", () => {
  it("streams numbered events as NDJSON, with the turn in a header", async () => {
    stage = await Stage.open();
    const response = await stage.post(hello);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    const text = await response.clone().text();
    expect(text.startsWith('{"id":1,"type":"init",')).toBe(true);
    const lines = await linesOf(response);
    expect(lines.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(lines.map(({ type }) => type)).toEqual(["init", "message", "result"]);
    for (const { id: _, ...event } of lines) chatEventSchema.parse(event);
    const chat = chatSchema.parse(await (await stage.get("/chat/c")).json());
    expect(chat.turns.map(({ id }) => id)).toEqual([response.headers.get("reprise-turn")]);
  });

  it("streams server-sent events when asked to", async () => {
    stage = await Stage.open();
    const response = await stage.post(hello, { accept: "text/event-stream" });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const blocks = (await response.text()).trimEnd().split("\n\n");
    expect(blocks[1]).toBe(
      'id: 2\nevent: message\ndata: {"id":2,"type":"message","role":"assistant","content":"You said: hello","delta":false}',
    );
    expect(blocks.at(-1)).toMatch(/^id: 3\nevent: result\n/);
  });

  it("sends comments through a quiet SSE stream, and nothing through a quiet NDJSON one", async () => {
    const { script, release } = heldScript();
    stage = await Stage.open({ script, limits: { heartbeatMs: 10 } });
    const response = await stage.post(hello, { accept: "text/event-stream" });
    const reader = readerOf(response);
    const quiet = await readUntil(reader, (text) => text.split(": still here\n\n").length > 3);
    release();
    const rest = await readUntil(reader, (text) => text.includes("event: result"));
    const ids = [...(quiet + rest).matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual([1, 2, 3, 4]);
    const plain = await stage.post(hello);
    expect((await linesOf(plain)).at(-1)?.type).toBe("result");
  });

  it("keeps every character in one line", async () => {
    const odd = `a\u2028b\u0085c\r\nd\u0000"\\ünï 🙂 \u{1f9d1}\u200d\u{1f4bb}`;
    stage = await Stage.open({
      script: async (_, { emit }) => void emit({ type: "message", role: "assistant", content: odd, delta: false }),
    });
    const text = await (await stage.post(hello)).text();
    expect(text.split(/[\n\r\u2028\u2029\u0085]/).length).toBe(4);
    expect(JSON.parse(text.split("\n")[1] ?? "")).toMatchObject({ content: odd });
  });

  it("has a failure of the turn as an error event and a failed result", async () => {
    stage = await Stage.open({
      script: async () => {
        throw new ChatScriptError("authentication", "Sign in first.");
      },
    });
    const response = await stage.post(hello);
    expect(response.status).toBe(200);
    expect((await linesOf(response)).slice(1)).toMatchObject([
      { id: 2, type: "error", code: "authentication", message: "Sign in first." },
      { id: 3, type: "result", status: "failed" },
    ]);
  });

  it("continues the chat after a restart of the server", async () => {
    const store = new MemoryChatStore();
    stage = await Stage.open({ store });
    const [first] = await linesOf(await stage.post(hello));
    await stage.close();
    stage = await Stage.open({ store });
    const [second] = await linesOf(await stage.post(hello));
    expect(second).toEqual(first);
  });
});

describe("a client that leaves", () => {
  it("cancels its turn", async () => {
    const { script } = heldScript();
    stage = await Stage.open({ script });
    const leaving = new AbortController();
    const response = await stage.post(hello, {}, { signal: leaving.signal });
    await readUntil(readerOf(response), (text) => text.includes("started"));
    leaving.abort();
    await until(async () => (await stage.chats.chat("c")).turns[0]?.status === "cancelled");
    expect(stage.chats.runningCount).toBe(0);
  });

  it("does not cancel a detached turn, and can come back to it", async () => {
    const { script, release } = heldScript();
    stage = await Stage.open({ script });
    const leaving = new AbortController();
    const response = await stage.post({ ...hello, detach: true }, {}, { signal: leaving.signal });
    await readUntil(readerOf(response), (text) => text.includes("started"));
    leaving.abort();
    const turn = response.headers.get("reprise-turn");
    const back = await stage.get(`/chat/c/turns/${turn}/events`, { "last-event-id": "1" });
    release();
    expect((await linesOf(back)).map(({ id, type }) => [id, type])).toEqual([
      [2, "message"],
      [3, "message"],
      [4, "result"],
    ]);
  });

  it("does not cancel the turn of a client that still listens", async () => {
    const { script, release } = heldScript();
    stage = await Stage.open({ script });
    const leaving = new AbortController();
    const key = { "idempotency-key": "k" };
    const first = await stage.post(hello, key, { signal: leaving.signal });
    const second = await stage.post(hello, key);
    const reader = readerOf(second);
    await readUntil(reader, (text) => text.includes("started"));
    await readUntil(readerOf(first), (text) => text.includes("started"));
    leaving.abort();
    release();
    expect(await readUntil(reader, (text) => text.includes("result"))).toContain('"completed"');
  });

  it("that waits in the queue leaves nothing behind", async () => {
    const { script, release } = heldScript();
    stage = await Stage.open({ script });
    const first = await stage.post(hello);
    const leaving = new AbortController();
    const waiting = stage.post({ ...hello, queue: true }, {}, { signal: leaving.signal });
    const gone = expect(waiting).rejects.toThrow();
    await until(async () => (await (await stage.get("/metrics")).text()).includes("reprise_http_streams 2"));
    leaving.abort();
    await gone;
    await until(async () => (await (await stage.get("/metrics")).text()).includes("reprise_http_streams 1"));
    release();
    await first.text();
    expect((await stage.chats.chat("c")).turn_count).toBe(1);
  });
});

describe("a message that is sent again", () => {
  it("gets the recorded events, during the turn and after it, and after a restart", async () => {
    const { script, release } = heldScript();
    const store = new MemoryChatStore();
    stage = await Stage.open({ script, store });
    const key = { "idempotency-key": "retry-1" };
    const first = await stage.post(hello, key);
    const during = await stage.post(hello, key);
    release();
    const lines = await linesOf(first);
    expect(await linesOf(during)).toEqual(lines);
    expect(await linesOf(await stage.post(hello, key))).toEqual(lines);
    await stage.close();
    stage = await Stage.open({ store });
    const after = await stage.post(hello, { ...key, "last-event-id": "2" });
    expect(after.headers.get("reprise-turn")).toBe(first.headers.get("reprise-turn"));
    expect(await linesOf(after)).toEqual(lines.slice(2));
    expect((await stage.chats.chat("c")).turn_count).toBe(1);
  });

  it("gets them also if only the beginning of the message is on record", async () => {
    const chats = new MemoryChats({ store: new MemoryChatStore() });
    const shortened: Chats = {
      send: chats.send.bind(chats),
      turn: chats.turn.bind(chats),
      close: chats.close.bind(chats),
      get runningCount() {
        return chats.runningCount;
      },
      async chat(id) {
        const chat = await chats.chat(id);
        return {
          ...chat,
          turns: chat.turns.map((turn) => ({ ...turn, message: turn.message.slice(0, 10) })),
        };
      },
    };
    stage = await Stage.open({ chats: shortened });
    const long = { ...hello, message: "a message of more than ten characters" };
    const lines = await linesOf(await stage.post(long, { "idempotency-key": "k" }));
    expect(await linesOf(await stage.post(long, { "idempotency-key": "k" }))).toEqual(lines);
  });

  it("is refused if the key came with another body, also after a restart", async () => {
    const store = new MemoryChatStore();
    stage = await Stage.open({ store });
    const key = { "idempotency-key": "k" };
    await (await stage.post(hello, key)).text();
    const others = [{ message: "other" }, { model: "m" }, { detach: true }];
    for (const other of others) expect((await stage.post({ ...hello, ...other }, key)).status).toBe(409);
    expect((await stage.post({ message: "hello", chat_id: "c" }, key)).status).toBe(200);
    await stage.close();
    stage = await Stage.open({ store });
    for (let n = 0; n < 2; n += 1) expect((await stage.post({ ...hello, message: "other" }, key)).status).toBe(409);
    expect((await stage.post(hello, key)).status).toBe(200);
    expect((await stage.chats.chat("c")).turn_count).toBe(1);
  });

  it("is not run when it continues events that nobody recorded", async () => {
    const { script } = heldScript();
    stage = await Stage.open({ script });
    const response = await stage.post(hello, { "idempotency-key": "k", "last-event-id": "3" });
    expect(response.status).toBe(404);
    expect(stage.chats.runningCount).toBe(0);
  });

  it("runs later, if nothing was known of its chat or its key when it was to be continued", async () => {
    stage = await Stage.open();
    const key = { "idempotency-key": "k" };
    expect((await stage.post(hello, { ...key, "last-event-id": "3" })).status).toBe(404);
    await expect(stage.chats.chat("c")).rejects.toThrow("no chat");
    expect((await linesOf(await stage.post(hello, key))).at(-1)).toMatchObject({ status: "completed" });
    const other = { "idempotency-key": "other" };
    const unknown = await stage.post(hello, { ...other, "last-event-id": "3" });
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("without Last-Event-ID")]);
    expect((await stage.chats.chat("c")).turn_count).toBe(1);
    expect((await linesOf(await stage.post(hello, other))).at(-1)).toMatchObject({ status: "completed" });
  });
});

describe("a busy chat", () => {
  it("answers 409 with the owner and the turn", async () => {
    const { script, release } = heldScript();
    stage = await Stage.open({ script });
    const first = await stage.post(hello);
    const second = await stage.post(hello);
    expect(second.status).toBe(409);
    expect(httpErrorSchema.parse(await second.json()).error).toMatchObject({
      code: "busy",
      owner: { pid: process.pid, program: "test", terminal: null },
      turn: first.headers.get("reprise-turn"),
    });
    release();
    await first.text();
  });

  it("lets a message wait with queue, but not for ever", async () => {
    const { script, release } = heldScript();
    stage = await Stage.open({ script, limits: { queueMs: 300 } });
    const first = await stage.post(hello);
    const late = await stage.post({ ...hello, queue: true });
    expect(late.status).toBe(409);
    const waiting = stage.post({ ...hello, queue: true });
    release();
    await first.text();
    expect((await linesOf(await waiting)).at(-1)).toMatchObject({ type: "result", status: "completed" });
  });

  it("is free again after a cancel", async () => {
    const { script } = heldScript();
    stage = await Stage.open({ script });
    const response = await stage.post(hello);
    const turn = response.headers.get("reprise-turn");
    const cancelled = await stage.get(`/chat/c/turns/${turn}/cancel`, {}, { method: "POST" });
    expect(await cancelled.json()).toEqual({ chat_id: "c", turn, status: "cancelled" });
    expect((await linesOf(response)).at(-1)).toMatchObject({ status: "cancelled" });
  });
});

describe("ids of chats", () => {
  it.each(["a/b", "..", "100%", "%2F", "a?b#c", "ünï 🙂", "a b+c", "chat/x/turns/y"])("may be %s", async (id) => {
    stage = await Stage.open();
    const response = await stage.post({ chat_id: id, message: "hello" });
    const lines = await linesOf(response);
    const path = `/chat/${encodeURIComponent(id).replace(/^\.\.$/, "%2E%2E")}`;
    if (id === "..") return; // clients resolve it before they send it
    expect(await (await stage.get(path)).json()).toMatchObject({ chat_id: id });
    const turn = response.headers.get("reprise-turn");
    expect(await linesOf(await stage.get(`${path}/turns/${turn}/events`))).toEqual(lines);
  });
});
