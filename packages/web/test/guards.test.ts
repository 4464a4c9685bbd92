import { httpErrorSchema } from "@reprise/model/schema";
import { afterEach, describe, expect, it } from "vitest";
import { heldScript, Stage, token } from "./stage.ts";

let stage: Stage;
afterEach(() => stage.close());

const hello = { chat_id: "c", message: "hello" };
const bearer = { authorization: `Bearer ${token}` };

const raw: Stage["raw"] = (...given) => stage.raw(...given);

describe("the token", () => {
  it("is needed everywhere but for /healthz", async () => {
    stage = await Stage.open();
    for (const path of [
      "/chat/c",
      "/sessions",
      "/search?text=a",
      "/metrics",
      "/openapi.json",
      "/nowhere",
      "/open?key=x",
      "/assets/x.js",
      "/",
    ]) {
      const response = await fetch(stage.url + path);
      expect([path, response.status]).toEqual([path, 401]);
      expect(response.headers.get("www-authenticate")).toContain("Bearer");
      expect(httpErrorSchema.parse(await response.json()).error.code).toBe("unauthorized");
    }
    const health = await fetch(`${stage.url}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  });

  it.each([
    ["another", "Bearer another-token-0123456789-abcdefghijk"],
    ["a part of it", `Bearer ${token.slice(0, -1)}`],
    ["more than it", `Bearer ${token}x`],
    ["another case", `Bearer ${token.toUpperCase()}`],
    ["another scheme", `Basic ${token}`],
    ["no scheme", token],
    ["nothing", "Bearer "],
    ["two", `Bearer ${token} ${token}`],
  ])("is refused if it is %s", async (_, authorization) => {
    stage = await Stage.open();
    expect((await fetch(`${stage.url}/sessions`, { headers: { authorization } })).status).toBe(401);
  });

  it("is not taken from the address or a cookie", async () => {
    stage = await Stage.open();
    expect((await fetch(`${stage.url}/sessions?token=${token}`)).status).toBe(401);
    expect((await raw("/sessions", { cookie: `token=${token}` })).status).toBe(401);
  });

  it("lets a request in before its body is read", async () => {
    stage = await Stage.open();
    const response = await fetch(`${stage.url}/chat`, { method: "POST", body: "x".repeat(100_000) });
    expect(response.status).toBe(401);
  });
});

describe("Host and Origin", () => {
  it.each([
    "evil.example",
    "evil.example:80",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "10.0.0.1",
    "a b",
    "user@localhost",
    "localhost/x",
  ])("a foreign Host is refused: %s", async (host) => {
    stage = await Stage.open();
    for (const path of ["/sessions", "/healthz"]) {
      const answer = await raw(path, { ...bearer, host });
      expect([403, 400]).toContain(answer.status);
    }
  });

  it.each(["localhost:1", "127.0.0.1", "[::1]:99", "LOCALHOST"])("this machine may be called %s", async (host) => {
    stage = await Stage.open();
    expect((await raw("/sessions", { ...bearer, host })).status).toBe(200);
  });

  it("a server for more than this machine takes addresses and its own name, not others", async () => {
    stage = await Stage.open({ isPublic: true, hosts: ["box.lan"] });
    for (const host of ["10.0.0.1:7", "[fe80::1]", "box.lan:80"])
      expect([host, (await raw("/sessions", { ...bearer, host })).status]).toEqual([host, 200]);
    expect((await raw("/sessions", { ...bearer, host: "evil.example" })).status).toBe(403);
  });

  it.each(["https://evil.example", "http://localhost:1", "null", "http://127.0.0.1"])(
    "a foreign Origin is refused: %s",
    async (origin) => {
      stage = await Stage.open({ allowedOrigins: ["https://app.example"] });
      const answer = await raw("/sessions", { ...bearer, origin });
      expect(answer.status).toBe(403);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      expect((await raw("/chat", { origin }, "OPTIONS")).status).toBe(403);
    },
  );

  it("a page of the server itself may call it", async () => {
    stage = await Stage.open();
    const answer = await raw("/sessions", { ...bearer, origin: stage.url });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
  });

  it("an allowed origin may ask first, and then call with the token", async () => {
    stage = await Stage.open({ allowedOrigins: ["https://app.example", "null"] });
    for (const origin of ["https://app.example", "null"]) {
      const asked = await raw("/chat", { origin, "access-control-request-method": "POST" }, "OPTIONS");
      expect(asked.status).toBe(204);
      expect(asked.headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": expect.stringContaining("Idempotency-Key"),
        vary: "Origin",
      });
      expect(asked.headers["access-control-allow-credentials"]).toBeUndefined();
      expect((await raw("/sessions", { origin })).status).toBe(401);
      const answer = await raw("/sessions", { ...bearer, origin });
      expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, origin]);
    }
  });

  it("an origin must be one", async () => {
    stage = await Stage.open();
    for (const origin of ["*", "app.example", "https://app.example/path", "file:///x"])
      await expect(Stage.open({ allowedOrigins: [origin] })).rejects.toThrow();
  });
});

describe("limits", () => {
  it("strangers who send too many do not make the server look dead", async () => {
    stage = await Stage.open({ limits: { requestsPerSecond: 0.1, burstCount: 2 } });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await fetch(`${stage.url}/sessions`)).status);
    expect(statuses).toEqual([401, 401, 429]);
    for (let n = 0; n < 3; n += 1) expect((await fetch(`${stage.url}/healthz`)).status).toBe(200);
    expect((await stage.get("/sessions")).status).toBe(200);
  });

  it("too many requests get 429 with a time to wait", async () => {
    stage = await Stage.open({ limits: { requestsPerSecond: 0.5, burstCount: 2 } });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await stage.get("/sessions")).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(Number((await stage.get("/sessions")).headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await fetch(`${stage.url}/healthz`)).status).toBe(200);
  });

  it("too many turns and too many streams get 503; a retry of a running turn does not", async () => {
    const { script, release } = heldScript();
    stage = await Stage.open({ script, limits: { turnCount: 1, streamCount: 2 } });
    const key = { "idempotency-key": "k" };
    const first = await stage.post(hello, key);
    const other = await stage.post({ ...hello, chat_id: "d" });
    expect([other.status, other.headers.get("retry-after")]).toEqual([503, "5"]);
    const again = await stage.post(hello, key);
    expect(again.status).toBe(200);
    expect((await stage.post(hello, key)).status).toBe(503);
    release();
    await Promise.all([first.text(), again.text()]);
    expect((await (await stage.post(hello)).text()).trimEnd().split("\n").length).toBeGreaterThan(2);
  });

  it("a turn that takes too long is cancelled", async () => {
    const { script } = heldScript();
    stage = await Stage.open({ script, limits: { turnMs: 50 } });
    expect(await (await stage.post(hello)).text()).toContain('"status":"cancelled"');
  });

  it("a body that is too large gets 413, whether or not it says its size", async () => {
    stage = await Stage.open({ limits: { bodyBytes: 1000 } });
    const large = JSON.stringify({ ...hello, message: "x".repeat(2000) });
    expect((await stage.post(large)).status).toBe(413);
    const pieces = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 50; n += 1) controller.enqueue(new TextEncoder().encode("x".repeat(100)));
        controller.close();
      },
    });
    const chunked = await stage.post("", {}, { body: pieces, duplex: "half" } as RequestInit);
    expect(chunked.status).toBe(413);
    expect((await stage.post(hello)).status).toBe(200);
  });
});

describe("a bad request says what is wrong, and where", () => {
  it.each([
    ["no JSON", "{", ""],
    ["an array", "[]", ""],
    ["no message", { chat_id: "c" }, "message"],
    ["an empty message", { chat_id: "c", message: "" }, "message"],
    ["a NUL", { chat_id: "c", message: "a\0b" }, "message"],
    ["no chat", { message: "m" }, "chat_id"],
    ["a control character in the id", { chat_id: "a\nb", message: "m" }, "chat_id"],
    ["a long id", { chat_id: "x".repeat(201), message: "m" }, "chat_id"],
    ["a wrong type", { ...hello, detach: "yes" }, "detach"],
    ["a wrong word", { ...hello, permissions: "all" }, "permissions"],
    ["a field that is not there", { ...hello, detatch: true }, ""],
    ["a long message", { chat_id: "c", message: "x".repeat(1024 * 1024 + 1) }, "message"],
    ["deep nesting", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, ""],
  ])("%s", async (_, body, path) => {
    stage = await Stage.open();
    const response = await stage.post(body);
    expect(response.status).toBe(400);
    const { error } = httpErrorSchema.parse(await response.json());
    expect(error.code).toBe("bad-use");
    if (path !== "") expect(error.issues.map((issue) => issue.path)).toEqual([path]);
    expect(stage.unexpected).toEqual([]);
  });

  it("a message of exactly 1 MiB is taken", async () => {
    stage = await Stage.open();
    const response = await stage.post({ chat_id: "c", message: "\u0001".repeat(1024 * 1024) });
    expect(response.status).toBe(200);
    await response.text();
  });

  it("bad headers", async () => {
    stage = await Stage.open();
    expect((await stage.post(hello, { "content-type": "text/plain" })).status).toBe(415);
    for (const headers of [
      { "idempotency-key": "a b" },
      { "idempotency-key": "x".repeat(201) },
      { "last-event-id": "x", "idempotency-key": "k" },
      { "last-event-id": "-1", "idempotency-key": "k" },
      { "last-event-id": "2" },
    ])
      expect((await stage.post(hello, headers as Record<string, string>)).status).toBe(400);
    const invalid = await stage.post("", {}, { body: new Uint8Array([0x22, 0xff, 0x22]) });
    expect(invalid.status).toBe(400);
    expect((await stage.get("/sessions", {}, { method: "HEAD" })).status).toBe(405);
    expect((await stage.get("/nowhere")).status).toBe(404);
    expect((await stage.get("/chat/nobody")).status).toBe(404);
    expect((await stage.get("/chat/nobody/turns/t/events")).status).toBe(404);
    expect((await stage.get("/chat/nobody/turns/t/cancel", {}, { method: "POST" })).status).toBe(404);
  });

  it("an error inside the server shows nothing of it", async () => {
    const secret = "/home/someone/.secret token=abc";
    stage = await Stage.open({
      library: {
        list: async () => {
          throw new Error(secret);
        },
      } as never,
    });
    const response = await stage.get("/sessions");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/secret|someone|\bat /);
    expect(stage.unexpected).toMatchObject([{ message: secret }]);
  });
});
