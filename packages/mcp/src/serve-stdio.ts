import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Given } from "./given.ts";
import { mcpServer } from "./server.ts";

interface Streams {
  readonly stdin: Readable;
  /** For the protocol alone. */
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/** Serves one client until it closes a stream or the signal aborts. */
export async function serveStdio(given: Given, { stdin, stdout, signal }: Streams): Promise<void> {
  const server = mcpServer(given);
  server.onerror = given.onUnexpected;
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = () => void server.close();
  stdin.once("end", close).once("close", close);
  // A client that is gone reads no more answers.
  stdout.on("error", close);
  signal.addEventListener("abort", close);
  await server.connect(new StdioServerTransport(stdin, stdout));
  if (signal.aborted) close();
  await closed;
  stdin.off("end", close).off("close", close).destroy();
  signal.removeEventListener("abort", close);
}
