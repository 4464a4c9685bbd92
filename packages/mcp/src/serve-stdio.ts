import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CountedTransport } from "./counted-transport.ts";
import type { Given } from "./given.ts";
import { mcpServer } from "./server.ts";

interface Streams {
  readonly stdin: Readable;
  /** For the protocol alone. */
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/** Serves one client until it closes stdin and has its answers, stops reading them, or the signal aborts. */
export async function serveStdio(given: Given, { stdin, stdout, signal }: Streams): Promise<void> {
  const server = mcpServer(given);
  const transport = new CountedTransport(new StdioServerTransport(stdin, stdout));
  server.onerror = given.onUnexpected;
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = () => void server.close();
  const finish = () => transport.onAnswered(close);
  stdin.once("end", finish).once("error", close);
  stdout.on("error", close);
  signal.addEventListener("abort", close);
  await server.connect(transport);
  if (signal.aborted) close();
  await closed;
  stdin.off("end", finish).destroy();
  signal.removeEventListener("abort", close);
}
