import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { App } from "./context.ts";
import type { Limits } from "./limits.ts";
import { acceptSockets } from "./socket/accept-sockets.ts";

export interface Address {
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** 0 or absent: any free one. */
  readonly port?: number | undefined;
}

export interface Listening {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no more connections and messages, gives running turns that long, parks or ends the rest, and resolves when the clients
   * have their last events or were given time to take them. Rejects if something could not be saved, once it is closed.
   */
  close(graceMs: number): Promise<void>;
}

interface Parts {
  readonly app: App;
  readonly limits: Limits;
  /** Pages are served: they may hold their streams in sockets. */
  readonly hasPages: boolean;
  /** Takes no more messages, gives what runs that long, and ends the rest. */
  readonly end: (graceMs: number) => Promise<void>;
}

/** How long a client may take for the last events of a closing server. */
const LAST_MS = 5000;

export async function listen({ app, limits, hasPages, end }: Parts, address: Address): Promise<Listening> {
  const { host = "127.0.0.1", port = 0 } = address;
  const answers = new OpenAnswers();
  const server = newServer(app, limits, answers);
  const endSockets = hasPages ? acceptSockets(server, app) : () => {};
  server.listen(port, host);
  await once(server, "listening");
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${nameOf(bound)}:${bound.port}`,
    port: bound.port,
    async close(graceMs) {
      const ended = end(graceMs);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      try {
        await ended;
      } finally {
        await answers.none(LAST_MS);
        endSockets();
        server.closeAllConnections();
        await closed;
      }
    },
  };
}

/** A server on every address is called by that of this machine. */
function nameOf({ address, family }: AddressInfo): string {
  if (family === "IPv6") return address === "::" ? "[::1]" : `[${address}]`;
  return address === "0.0.0.0" ? "127.0.0.1" : address;
}

function newServer(app: App, limits: Limits, answers: OpenAnswers): Server {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1000, limits.headMs / 2),
      // A client that vanished without a word is noticed.
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    },
    (incoming, outgoing) => {
      answers.add(outgoing);
      void answer(incoming, outgoing);
    },
  );
  server.maxConnections = limits.connectionCount;
  return server;
}

/** Answers that clients have not taken whole. */
class OpenAnswers {
  readonly #open = new Set<ServerResponse>();
  #onNone = () => {};

  add(answer: ServerResponse): void {
    this.#open.add(answer);
    answer.once("close", () => {
      this.#open.delete(answer);
      if (this.#open.size === 0) this.#onNone();
    });
  }

  /** Resolves when there are none, or after that time. */
  async none(ms: number): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, ms);
    this.#onNone = resolve;
    await promise;
    clearTimeout(late);
  }
}
