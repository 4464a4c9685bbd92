import { type ChatCaller, EndedTokenError, ForbiddenError, QuotaError, type Timestamp } from "@reprise/model";
import { httpErrorSchema } from "@reprise/model/schema";
import { MemoryChats } from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { heldScript, linesOf, Stage } from "./stage.ts";

let stage: Stage;
afterEach(() => stage.close());

const hello = { chat_id: "c", message: "hello" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Two tenants, each with chats of its own; a token is `token-of-NAME`. */
async function open(given: Parameters<typeof Stage.open>[0] = {}): Promise<Stage> {
  const chats = new MemoryChats(given.script === undefined ? {} : { script: given.script });
  const tenants = new Map(
    ["a", "b"].map((name) => [name, new MemoryChats(given.script ? { script: given.script } : {})]),
  );
  const callerWith = async (token: string): Promise<ChatCaller | null> => {
    if (token === "token-of-nobody-any-more") throw new EndedTokenError("This token was revoked.");
    const tenant = token.replace("token-of-", "");
    const own = tenants.get(tenant);
    return own === undefined ? null : { id: `id of ${tenant}`, tenant, chats: own };
  };
  stage = await Stage.open({ ...given, chats: Object.assign(chats, { callerWith }) });
  return stage;
}

const codeOf = async (response: Response) => httpErrorSchema.parse(await response.json()).error.code;

describe("a token of a tenant", () => {
  it("gets the chats of its tenant, by every route of a chat", async () => {
    await open();
    const sent = await stage.post(hello, bearer("token-of-a"));
    const turn = sent.headers.get("reprise-turn") ?? "";
    expect((await linesOf(sent)).at(-1)).toMatchObject({ type: "result", status: "completed" });
    const paths = ["/chat/c", `/chat/c/turns/${turn}/events`];
    for (const path of paths) {
      expect([path, (await stage.get(path, bearer("token-of-a"))).status]).toEqual([path, 200]);
      for (const other of [bearer("token-of-b"), {}])
        expect([path, (await stage.get(path, other)).status]).toEqual([path, 404]);
    }
    const cancel = (token: string) => stage.get(`/chat/c/turns/${turn}/cancel`, bearer(token), { method: "POST" });
    expect((await cancel("token-of-b")).status).toBe(404);
    expect(await (await cancel("token-of-a")).json()).toMatchObject({ status: "completed" });
  });

  it("is for nothing else that the server has: sessions, figures and the rest are refused", async () => {
    await open();
    for (const path of ["/sessions", "/search?text=a", "/metrics", "/usage", "/sessions/x"]) {
      const refused = await stage.get(path, bearer("token-of-a"));
      expect([path, refused.status, await codeOf(refused)]).toEqual([path, 403, "forbidden"]);
    }
    const described = await stage.get("/openapi.json", bearer("token-of-a"));
    expect(described.status).toBe(200);
    const { paths } = (await described.json()) as { paths: Record<string, Record<string, unknown>> };
    const doors = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method })),
    );
    const free = /^\/(?:chat|healthz|readyz|openapi\.json)(?:\/|$)/;
    const closed = doors.filter(({ path }) => !free.test(path));
    expect(closed.length).toBeGreaterThan(7);
    for (const { path, method } of closed) {
      const refused = await stage.get(path.replaceAll(/\{\w+\}/g, "x"), bearer("token-of-a"), {
        method: method.toUpperCase(),
      });
      expect([method, path, refused.status]).toEqual([method, path, 403]);
    }
    expect((await stage.get("/sessions")).status).toBe(200);
  });

  it("that is unknown, changed or ended is answered with 401 wherever it is sent", async () => {
    await open();
    for (const token of ["token-of-c", "token-of-", "TOKEN-OF-A", "token-of-nobody-any-more"])
      for (const path of ["/chat/c", "/nowhere", "/metrics"]) {
        const refused = await stage.get(path, bearer(token));
        expect([token, path, refused.status]).toEqual([token, path, 401]);
        expect(refused.headers.get("www-authenticate")).toContain("Bearer");
      }
  });

  it("uses keys of its own: the same key for the same chat of another tenant says and changes nothing", async () => {
    await open();
    const key = { "Idempotency-Key": "k" };
    await linesOf(await stage.post({ ...hello, message: "of a" }, { ...bearer("token-of-a"), ...key }));
    const other = await stage.post({ ...hello, message: "of b" }, { ...bearer("token-of-b"), ...key });
    expect([other.status, (await linesOf(other))[1]]).toMatchObject([200, { content: "You said: of b" }]);
    const replayed = await stage.post({ ...hello, message: "of a" }, { ...bearer("token-of-a"), ...key });
    expect((await linesOf(replayed))[1]).toMatchObject({ content: "You said: of a" });
    expect((await stage.post({ ...hello, message: "else" }, { ...bearer("token-of-a"), ...key })).status).toBe(409);
  });

  it("gets the reason and the time with a refusal", async () => {
    await open();
    const resetsAt = new Date(Date.now() + 90_000).toISOString() as Timestamp;
    const throwing = (error: Error) => () => Promise.reject(error);
    const caller = { id: "x", tenant: "x", chats: new MemoryChats({}) };
    Object.assign(stage.chats, { callerWith: async () => caller });
    Object.assign(caller.chats, { send: throwing(new QuotaError("Enough for today.", resetsAt)) });
    const full = await stage.post(hello, bearer("token-of-a"));
    expect([full.status, await codeOf(full.clone() as Response)]).toEqual([429, "too-many"]);
    expect(await full.json()).toMatchObject({ error: { message: "Enough for today.", resetsAt } });
    expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(80);
    Object.assign(caller.chats, { chat: throwing(new ForbiddenError("Not this one.")) });
    const forbidden = await stage.get("/chat/c", bearer("token-of-a"));
    expect([forbidden.status, await codeOf(forbidden)]).toEqual([403, "forbidden"]);
  });
});

describe("a tenant", () => {
  it("takes a quarter of the server: others still get in", async () => {
    const { script, release } = heldScript();
    await open({ script, limits: { streamCount: 8, requestsPerSecond: 1, burstCount: 12 } });
    const send = (id: string, token: string) => stage.post({ chat_id: id, message: "x" }, bearer(token));
    const streams = [await send("1", "token-of-a"), await send("2", "token-of-a")];
    expect((await send("3", "token-of-a")).status).toBe(503);
    streams.push(await send("1", "token-of-b"));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    let status = 200;
    for (let count = 0; count < 20 && status !== 429; count += 1)
      status = (await stage.get("/chat/1", bearer("token-of-a"))).status;
    expect(status).toBe(429);
    expect((await stage.get("/chat/1", bearer("token-of-b"))).status).toBe(200);
    release();
    for (const stream of streams) await linesOf(stream);
  });

  it("that is known is not kept out by somebody who guesses", async () => {
    await open({ limits: { requestsPerSecond: 1, burstCount: 3 } });
    expect((await stage.get("/chat/c", bearer("token-of-a"))).status).toBe(404);
    const guesses = [];
    for (let count = 0; count < 6; count += 1)
      guesses.push((await stage.get("/chat/c", bearer(`guess-${count}`))).status);
    expect(new Set(guesses)).toEqual(new Set([401, 429]));
    expect((await stage.get("/chat/c", bearer("token-of-a"))).status).toBe(404);
  });
});

describe("a program in a sandbox", () => {
  it("may not use the token of the server, which it can have read", async () => {
    const asked: object[] = [];
    stage = await Stage.open({ isConfined: (ports) => asked.push(ports) > 0 });
    const refused = await stage.post(hello);
    expect([refused.status, await codeOf(refused)]).toEqual([403, "forbidden"]);
    expect(asked[0]).toEqual({ server: stage.listening.port, client: expect.any(Number) });
    expect((await stage.get("/healthz")).status).toBe(200);
  });
});
