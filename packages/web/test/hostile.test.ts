import { connect, type Socket } from "node:net";
import { until } from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { heldScript, linesOf, readerOf, readUntil, Stage, token } from "./stage.ts";

let stage: Stage;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await stage.close();
});

const hello = { chat_id: "c", message: "hello" };
const bearer = `Authorization: Bearer ${token}\r\n`;

function open(): { socket: Socket; text: () => string; ended: Promise<void> } {
  const socket = connect(stage.listening.port, "127.0.0.1");
  sockets.push(socket);
  let text = "";
  socket.on("data", (piece) => {
    text += piece;
  });
  const ended = new Promise<void>((resolve) => {
    socket.on("close", () => resolve()).on("error", () => resolve());
  });
  return { socket, text: () => text, ended };
}

/** Sends bytes as they are, and has everything until the server closes. */
async function exchange(bytes: string): Promise<string> {
  const { socket, text, ended } = open();
  socket.write(bytes);
  await ended;
  return text();
}

describe("requests that no client sends", () => {
  it.each([
    ["no Host", `GET /sessions HTTP/1.1\r\n${bearer}\r\n`],
    ["an empty Host", `GET /sessions HTTP/1.1\r\nHost:\r\nConnection: close\r\n${bearer}\r\n`],
    ["a line break in a header", `GET /sessions HTTP/1.1\r\nHost: localhost\r\nX: a\nInjected\r\n${bearer}\r\n`],
    [
      "two lengths",
      `POST /chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n${bearer}\r\nhello`,
    ],
    [
      "a length and chunks",
      `POST /chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${bearer}\r\n0\r\n\r\n`,
    ],
    ["no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ])("are refused: %s", async (_, bytes) => {
    stage = await Stage.open();
    expect(await exchange(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(stage.unexpected).toEqual([]);
  });

  it("a foreign address in the first line does not count as the Host", async () => {
    stage = await Stage.open();
    const rest = `Connection: close\r\n${bearer}\r\n`;
    const own = await exchange(`GET http://evil.example/sessions HTTP/1.1\r\nHost: evil.example\r\n${rest}`);
    expect(own).toMatch(/^HTTP\/1\.1 403 /);
  });

  it("headers that are too large are refused", async () => {
    stage = await Stage.open();
    const long = `X-Long: ${"x".repeat(20_000)}\r\n`;
    expect(await exchange(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${long}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it("a header of an answer holds nothing that a client sent", async () => {
    stage = await Stage.open();
    const response = await stage.get("/chat/a%0d%0aSet-Cookie:%20x=1");
    expect(response.status).toBe(404);
    expect([...response.headers.keys()]).not.toContain("set-cookie");
  });
});

describe("clients that take their time", () => {
  it("to send a head, or a body, are cut off; others are served meanwhile", async () => {
    stage = await Stage.open({ limits: { headMs: 300, requestMs: 600 } });
    const slow = Array.from({ length: 20 }, open);
    for (const { socket } of slow.slice(0, 10)) socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ");
    const head = `POST /chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n${bearer}\r\n{`;
    for (const { socket } of slow.slice(10)) socket.write(head);
    const drip = setInterval(() => {
      for (const { socket } of slow) if (!socket.destroyed) socket.write("a");
    }, 50);
    expect((await linesOf(await stage.post(hello))).at(-1)?.type).toBe("result");
    await Promise.all(slow.map(({ ended }) => ended));
    clearInterval(drip);
    for (const { text } of slow) expect(text()).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(stage.chats.runningCount).toBe(0);
    expect(stage.unexpected).toEqual([]);
  });

  it("to read hold back their own stream only, and nothing is kept for them", async () => {
    const large = "x".repeat(64 * 1024);
    let emitted = 0;
    stage = await Stage.open({
      script: async ({ message }, { emit }) => {
        for (let n = 0; n < (message === "long" ? 1500 : 1); n += 1) {
          emit({ type: "message", role: "assistant", content: large, delta: true });
          emitted += 1;
        }
        return {};
      },
    });
    const before = process.memoryUsage().arrayBuffers;
    const { socket } = open();
    socket.pause();
    const body = JSON.stringify({ chat_id: "slow", message: "long", detach: true });
    socket.write(
      `POST /chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${bearer}\r\n${body}`,
    );
    await until(() => emitted >= 1500);
    expect((await linesOf(await stage.post(hello))).at(-1)).toMatchObject({ status: "completed" });
    // Time for a server that would not wait to make all of it.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const keptBytes = process.memoryUsage().arrayBuffers - before;
    expect(keptBytes).toBeLessThan(40 * 1024 * 1024); // of 98
    let received = 0;
    socket.on("data", (piece) => {
      received += piece.length;
    });
    socket.resume();
    await until(() => received > 1500 * large.length);
  });

  it("for ever are dropped, and their turn is cancelled", async () => {
    const { script } = heldScript();
    stage = await Stage.open({
      script: async (request, act) => {
        for (let n = 0; n < 500; n += 1)
          act.emit({ type: "message", role: "assistant", content: "x".repeat(64 * 1024), delta: true });
        return script(request, act);
      },
      limits: { stalledMs: 200 },
    });
    const { socket } = open();
    socket.pause();
    const body = JSON.stringify(hello);
    socket.write(
      `POST /chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${bearer}\r\n${body}`,
    );
    await until(async () => (await stage.chats.chat("c").catch(() => null))?.turns[0]?.status === "cancelled");
    await until(async () => (await (await stage.get("/metrics")).text()).includes("reprise_http_streams 0"));
  });
});

describe("many clients", () => {
  it("500 of them read one turn, idle for a while, each to its end", async () => {
    const { script, release } = heldScript();
    stage = await Stage.open({ script, limits: { burstCount: 1000, heartbeatMs: 500 } });
    const first = await stage.post({ ...hello, detach: true });
    const path = `/chat/c/turns/${first.headers.get("reprise-turn")}/events`;
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n${bearer}\r\n`;
    const readers = Array.from({ length: 500 }, open);
    for (const { socket } of readers) socket.write(head);
    await until(() => readers.every(({ text }) => text().includes("started")));
    await until(() => readers.every(({ text }) => text().includes("still here")));
    expect((await fetch(`${stage.url}/healthz`)).status).toBe(200);
    release();
    await until(() => readers.every(({ text }) => text().includes("event: result")));
    for (const { socket } of readers.slice(0, 250)) socket.destroy();
    const [, ...lines] = await linesOf(first);
    expect(lines.at(-1)).toMatchObject({ type: "result", status: "completed" });
    await until(async () => (await (await stage.get("/metrics")).text()).includes("reprise_http_streams 0"));
  });
});

describe("a server that closes", () => {
  it("finishes turns in the time it is given, and takes no more", async () => {
    const { script, release } = heldScript();
    stage = await Stage.open({ script });
    const response = await stage.post(hello);
    const reader = readerOf(response);
    await readUntil(reader, (text) => text.includes("started"));
    const kept = open();
    kept.socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await until(() => kept.text().includes('"ok"'));
    const closing = stage.listening.close(60_000);
    await until(async () => (await stage.get("/healthz").catch(() => null)) === null);
    release();
    expect(await readUntil(reader, (text) => text.includes('"result"'))).toContain('"status":"completed"');
    await closing;
  });

  it("parks turns that take longer, and says so", async () => {
    const { script } = heldScript();
    stage = await Stage.open({ script });
    const response = await stage.post(hello);
    await stage.listening.close(50);
    expect((await linesOf(response)).at(-1)).toMatchObject({ type: "result", status: "parked" });
  });
});
