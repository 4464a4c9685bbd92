import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { tryParseJson } from "@reprise/model";
import { openRoutes } from "@reprise/model/routes";
import { pageMessageSchema } from "@reprise/model/schema";
import { type WebSocket, WebSocketServer } from "ws";
import type { App } from "../context.ts";
import { SocketStreams } from "./socket-streams.ts";

export const SOCKET_PATH = openRoutes.openStreams.path;

const MOST_MESSAGE_BYTES = 64 * 1024;
/** A page that does not answer for that long is gone. */
const ALIVE_MS = 30_000;
/** What a page may say about a stream. Who it is, its socket has said. */
const streamHeaders = ["accept", "last-event-id"];

/**
 * Browsers open six connections to a server, for all of their pages: a few pages with streams would block each other. A socket
 * holds all streams of a page, and does not count. Its first request and each stream pass the guards of any other. Returns
 * what ends all sockets.
 */
export function acceptSockets(server: Server, app: App): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  server.on("upgrade", (incoming, socket, head) => {
    socket.on("error", () => socket.destroy());
    // Any page of any site can send this: what cannot be read is refused, and ends nothing.
    const asking = isLetIn(app, incoming).catch(() => 400);
    void asking.then((status) => {
      if (status !== 204) return refuse(socket, status);
      sockets.handleUpgrade(incoming, socket, head, (opened) => serveStreams(app, incoming, opened));
    });
  });
  const beat = setInterval(() => {
    for (const socket of sockets.clients) checkAlive(socket);
  }, ALIVE_MS).unref();
  return () => {
    clearInterval(beat);
    for (const socket of sockets.clients) socket.terminate();
  };
}

async function isLetIn(app: App, incoming: IncomingMessage): Promise<number> {
  const isOurs = URL.parse(incoming.url ?? "", "http://localhost")?.pathname === SOCKET_PATH;
  return isOurs ? (await ask(app, incoming, SOCKET_PATH, {})).status : 404;
}

function serveStreams(app: App, incoming: IncomingMessage, socket: WebSocket): void {
  const streams = new SocketStreams(
    (path, headers, signal) => ask(app, incoming, path, headers, signal),
    (message) => socket.send(JSON.stringify(message)),
  );
  isAlive.add(socket);
  socket.on("pong", () => isAlive.add(socket));
  socket.on("error", () => socket.terminate());
  socket.on("close", () => streams.cancelAll());
  socket.on("message", (data) => {
    const { data: message } = pageMessageSchema.safeParse(tryParseJson(String(data)));
    if (message === undefined) return socket.close(1008);
    if (message.type === "request") void streams.start(message.id, message.path, message.headers);
    else streams[message.type](message.id);
  });
}

/** As the browser of this socket would ask. */
async function ask(
  app: App,
  incoming: IncomingMessage,
  path: string,
  more: Readonly<Record<string, string>>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === "string") headers.set(name, value);
  for (const name of streamHeaders) {
    const value = more[name];
    if (value !== undefined) headers.set(name, value);
  }
  const url = new URL(path, `http://${incoming.headers.host}`);
  return app.fetch(new Request(url, { headers, signal }), { incoming: incoming as never });
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

const isAlive = new WeakSet<WebSocket>();

function checkAlive(socket: WebSocket): void {
  if (!isAlive.delete(socket)) return socket.terminate();
  socket.ping();
}
