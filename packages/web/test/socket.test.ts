import { once } from "node:events";
import { openFileStage } from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { BrowserStage, bearer } from "./browser-stage.ts";
import { Stage } from "./stage.ts";

let stage: BrowserStage;
afterEach(() => stage.close());

/** The socket, or the status with which it was refused. */
async function socketAt(headers: Record<string, string>, path = "/streams"): Promise<WebSocket | number> {
  const socket = new WebSocket(stage.url.replace("http", "ws") + path, { headers });
  return new Promise((resolve) => {
    socket.on("open", () => resolve(socket));
    socket.on("unexpected-response", (request, { statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode);
    });
    socket.on("error", () => undefined);
  });
}

async function pageSocket(): Promise<{ socket: WebSocket; received: Record<string, unknown>[] }> {
  const socket = await socketAt({ ...(await stage.cookie()), origin: stage.url });
  if (typeof socket === "number") throw new Error(`It was refused with ${socket}.`);
  const received: Record<string, unknown>[] = [];
  socket.on("message", (data) => received.push(JSON.parse(String(data))));
  return { socket, received };
}

const request = (id: number, path: string, headers = {}) => JSON.stringify({ type: "request", id, path, headers });

describe("a socket", () => {
  it("is for the same callers as everything else", async () => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    const origin = stage.url;
    for (const [headers, status] of [
      [{}, 401],
      [{ origin }, 401],
      [{ ...cookie, origin: "https://evil.example" }, 403],
      [{ ...cookie, origin: "http://127.0.0.1:1" }, 403],
      [{ ...cookie, origin: "null" }, 403],
      [{ ...cookie, origin, host: "evil.example" }, 403],
      [{ ...cookie, origin, "sec-fetch-site": "same-site" }, 403],
    ] as [Record<string, string>, number][])
      expect([headers, await socketAt(headers)]).toEqual([headers, status]);
    expect(await socketAt({ ...cookie, origin }, "/sessions")).toBe(404);
    for (const path of ["//", "//[", "/\\"]) expect(await socketAt({}, path)).toBe(404);
    expect(await socketAt({ host: "evil example" })).toBe(400);
    for (const headers of [{ ...cookie, origin }, bearer]) expect(await socketAt(headers)).toBeInstanceOf(WebSocket);
  });

  it("holds answers side by side, each as a request of its own", async () => {
    stage = await BrowserStage.open();
    const { socket, received } = await pageSocket();
    socket.send(request(1, "/sessions"));
    socket.send(request(2, "/nowhere"));
    socket.send(request(3, "/sessions", { host: "evil.example", cookie: "", authorization: "Bearer x" }));
    await expect.poll(() => received.filter(({ type }) => type === "end").length).toBe(3);
    const heads = received.filter(({ type }) => type === "head").map(({ id, status }) => [id, status]);
    expect(heads.sort()).toEqual([
      [1, 200],
      [2, 404],
      [3, 200],
    ]);
    const text = received.flatMap((message) => (message.id === 1 && message.type === "piece" ? [message.text] : []));
    expect(JSON.parse(text.join(""))).toMatchObject({ sessions: [] });
    socket.close();
  });

  it.each([
    "no JSON",
    "{}",
    '{"type":"request","id":1,"path":"//evil.example/","headers":{}}',
    '{"type":"request","id":1,"path":"http://evil.example/","headers":{}}',
    '{"type":"request","id":-1,"path":"/sessions","headers":{}}',
    `{"type":"cancel","id":1,"more":"${"x".repeat(70_000)}"}`,
  ])("is closed by what no page sends: %s", async (text) => {
    stage = await BrowserStage.open();
    const { socket } = await pageSocket();
    const closed = once(socket, "close");
    socket.send(text);
    expect([1008, 1009]).toContain((await closed)[0]);
  });

  it("ends when its browser signs out, and so does every other connection of that browser, but no other's", async () => {
    const files = await openFileStage();
    stage = await BrowserStage.open({ runner: files.runner });
    const [cookie, other] = [await stage.cookie(), await stage.cookie()];
    const origin = stage.url;
    const [own, others] = [await socketAt({ ...cookie, origin }), await socketAt({ ...other, origin })];
    if (typeof own === "number" || typeof others === "number") throw new Error("A socket was refused.");
    const followed = await fetch(`${stage.url}/changes`, { headers: cookie });
    expect(followed.status).toBe(200);
    const over = [once(own, "close"), followed.text().catch(() => "cut off")];
    expect((await stage.raw("/sign-out", { ...cookie, origin }, "POST")).status).toBe(204);
    await Promise.all(over);
    expect(others.readyState).toBe(WebSocket.OPEN);
    expect((await stage.raw("/sessions", other)).status).toBe(200);
    others.close();
    await files.close();
  });

  it("does not keep the server from ending", async () => {
    stage = await BrowserStage.open();
    const { socket } = await pageSocket();
    const closed = once(socket, "close");
    const other = stage;
    stage = await BrowserStage.open();
    await other.close();
    await closed;
  });
});

it("a server for programs has no sockets", async () => {
  stage = await BrowserStage.open();
  const programs = await Stage.open();
  try {
    const socket = new WebSocket(`${programs.url.replace("http", "ws")}/streams`, { headers: bearer });
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toMatch(/404|Unexpected|hang up/);
  } finally {
    await programs.close();
  }
});
