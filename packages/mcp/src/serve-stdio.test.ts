import { PassThrough } from "node:stream";
import type { SessionSummary } from "@reprise/model";
import { promptTurn, transcriptFrom } from "@reprise/testkit";
import { expect, test } from "vitest";
import { givenOver } from "../test/memory-stage.ts";
import { serveStdio } from "./serve-stdio.ts";

const { session, ...rest } = transcriptFrom({
  thread: "a",
  updatedAt: "2026-11-03T10:00:00.000Z",
  turns: [promptTurn("hello")],
});

function started() {
  const [stdin, stdout, ending] = [new PassThrough(), new PassThrough(), new AbortController()];
  const found = Promise.withResolvers<SessionSummary>();
  const { given, unexpected } = givenOver([{ session, ...rest }], {
    change: () => ({ find: () => found.promise }),
  });
  let output = "";
  stdout.on("data", (piece) => {
    output += piece;
  });
  const done = serveStdio(given, { stdin, stdout, signal: ending.signal });
  const send = (id: number, method: string, params: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  const read = () => send(2, "tools/call", { name: "read_session", arguments: { id: "a" } });
  return { stdin, stdout, ending, found, unexpected, done, read, output: () => output };
}

test("a request whose answer takes long is answered after stdin has ended", async () => {
  const { stdin, found, done, read, output } = started();
  read();
  stdin.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(output()).toBe("");
  found.resolve(session);
  await done;
  expect(output()).toContain("> hello");
});

test("a cancelled request is not waited for", async () => {
  const { stdin, done, read } = started();
  read();
  stdin.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n');
  stdin.end();
  await done;
});

test("a signal ends it at once, without an answer", async () => {
  const { ending, done, read, output } = started();
  read();
  ending.abort();
  await done;
  expect(output()).toBe("");
});

test("a reader that is gone ends it", async () => {
  const { stdout, done } = started();
  stdout.destroy(new Error("EPIPE"));
  await done;
});

test("a line that is no message is reported and skipped", async () => {
  const { stdin, unexpected, found, done, read, output } = started();
  stdin.write("nonsense\n");
  read();
  found.resolve(session);
  stdin.end();
  await done;
  expect(unexpected).toHaveLength(1);
  expect(output()).toContain("> hello");
});
