import { bridgedCall, type PageMessage, PIECE_BYTES, PIECES_AHEAD } from "@reprise/web/embedding";
import { expect, it } from "vitest";
import { type CallServer, Forwarder, type PageRequest, type ServerAnswer } from "./forwarder.ts";
import { readMessage } from "./read-message.ts";

/** The page and the editor, with copies of messages between them as between windows. */
function bridge(call: CallServer) {
  const page = bridgedCall((message) => {
    const read = readMessage(structuredClone(message));
    if (read !== null) forwarder.take(read);
  });
  const forwarder: Forwarder = new Forwarder(call, (message) => page.take(structuredClone(message)));
  return { ...page, forwarder };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function* bodyOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? bytesOf(chunk) : chunk;
}

const answer = (body: AsyncIterable<Uint8Array> = bodyOf(), status = 200): ServerAnswer => ({
  status,
  body,
  headers: { "content-type": "application/json" },
});

/** Pending until the signal aborts. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

it("a call of the page is answered as fetch would", async () => {
  const seen: PageRequest[] = [];
  const { call } = bridge(async (request) => {
    seen.push(request);
    return answer(bodyOf('{"a":', "1}"), 201);
  });
  const response = await call("/sessions?limit=2", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"text":"ü"}',
  });
  expect(response.status).toBe(201);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({ a: 1 });
  expect(seen).toEqual([
    {
      path: "/sessions?limit=2",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: bytesOf('{"text":"ü"}'),
    },
  ]);
});

it("the first event of a stream arrives before the stream ends", async () => {
  const { call } = bridge(async (_, signal) =>
    answer(
      (async function* () {
        yield bytesOf("first");
        await untilAborted(signal);
      })(),
    ),
  );
  const reader = (await call("/sessions")).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
  await reader?.cancel();
});

it("a page that does not read stops the server from being read", async () => {
  const chunks = 100;
  let produced = 0;
  const { call } = bridge(async () =>
    answer(
      (async function* () {
        for (; produced < chunks; produced++) yield new Uint8Array(PIECE_BYTES).fill(produced);
      })(),
    ),
  );
  const response = await call("/sessions");
  await expect.poll(() => produced).toBeGreaterThanOrEqual(PIECES_AHEAD);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(produced).toBeLessThanOrEqual(PIECES_AHEAD + 1);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(bytes.length).toBe(chunks * PIECE_BYTES);
  expect(bytes.every((byte, at) => byte === Math.floor(at / PIECE_BYTES))).toBe(true);
});

it("one long chunk is cut into pieces, and is whole again in the page", async () => {
  const long = new Uint8Array(PIECE_BYTES * 3 + 5).map((_, at) => at % 251);
  const sizes: number[] = [];
  const buffers: unknown[] = [];
  const page = bridgedCall((message: PageMessage) => forwarder.take(message));
  const forwarder: Forwarder = new Forwarder(
    async () => answer(bodyOf(Buffer.from(long))),
    (message) => {
      if (message.type === "piece") {
        sizes.push(message.bytes.buffer.byteLength);
        buffers.push(message.bytes.constructor);
      }
      page.take(message);
    },
  );
  const response = await page.call("/sessions");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(long);
  expect(sizes).toEqual([PIECE_BYTES, PIECE_BYTES, PIECE_BYTES, 5]);
  expect(new Set(buffers)).toEqual(new Set([Uint8Array]));
});

it("a page that aborts a call cancels it at the server, before and after the answer has begun", async () => {
  for (const isBegun of [false, true]) {
    let cancelled = 0;
    const { call } = bridge(async (_, signal) => {
      signal.addEventListener("abort", () => cancelled++);
      if (!isBegun) await untilAborted(signal);
      return answer(
        (async function* () {
          yield bytesOf("first");
          await untilAborted(signal);
        })(),
      );
    });
    const aborter = new AbortController();
    const response = call("/sessions", { signal: aborter.signal });
    const text = response.then((begun) => begun.text());
    if (isBegun) await response;
    else await expect.poll(() => cancelled).toBe(0);
    aborter.abort();
    await expect(text).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    await expect.poll(() => cancelled).toBe(1);
  }
});

it("a call that was aborted before it began sends nothing", async () => {
  let called = 0;
  const { call } = bridge(async () => {
    called++;
    return answer();
  });
  await expect(call("/sessions", { signal: AbortSignal.abort() })).rejects.toThrow();
  expect(called).toBe(0);
});

it("a page that stops reading cancels the call at the server", async () => {
  let isCancelled = false;
  const { call } = bridge(async (_, signal) => {
    signal.addEventListener("abort", () => {
      isCancelled = true;
    });
    return answer(
      (async function* () {
        for (;;) yield bytesOf("more");
      })(),
    );
  });
  await (await call("/sessions")).body?.cancel();
  expect(isCancelled).toBe(true);
});

it("a server that cannot be reached fails the call with its reason, as fetch does", async () => {
  const { call } = bridge(async () => {
    throw new Error('There is no program "reprise" here.');
  });
  await expect(call("/sessions")).rejects.toThrow(new TypeError('There is no program "reprise" here.'));
});

it("a server that dies while it answers fails the reading", async () => {
  const { call } = bridge(async () =>
    answer(
      (async function* () {
        yield bytesOf("half");
        throw new Error("socket hang up");
      })(),
    ),
  );
  const response = await call("/sessions");
  await expect(response.text()).rejects.toThrow("socket hang up");
});

it("an answer without a body has none", async () => {
  const { call } = bridge(async () => answer(bodyOf(), 204));
  const response = await call("/sessions", { method: "DELETE" });
  expect([response.status, response.body]).toEqual([204, null]);
});

it("only known paths reach the server", async () => {
  let called = 0;
  const { call } = bridge(async () => {
    called++;
    return answer();
  });
  for (const path of ["/open?key=1", "/", "//evil.example/sessions", "http://evil.example/sessions", "/x/../open"])
    await expect(call(path)).rejects.toThrow(TypeError);
  expect(called).toBe(0);
});

it("the page cannot set headers that let it in elsewhere", async () => {
  const seen: PageRequest[] = [];
  const forwarder = new Forwarder(
    async (request) => {
      seen.push(request);
      return answer();
    },
    () => {},
  );
  const headers = {
    Cookie: "a=b",
    Authorization: "Bearer x",
    Host: "evil",
    Origin: "evil",
    Accept: "text/plain",
  };
  forwarder.take({ type: "request", id: 1, path: "/sessions", method: "GET", headers, body: null });
  await expect.poll(() => seen.map((request) => request.headers)).toEqual([{ Accept: "text/plain" }]);
});

it("a page that is loaded again cancels the calls of the one before", async () => {
  let cancelled = 0;
  const { call, forwarder } = bridge((_, signal) => {
    signal.addEventListener("abort", () => cancelled++);
    return untilAborted(signal);
  });
  void call("/sessions");
  void call("/sessions");
  await new Promise((resolve) => setTimeout(resolve));
  forwarder.take({ type: "start" });
  expect(cancelled).toBe(2);
});

it("answers of many calls at once are not mixed up", async () => {
  const { call } = bridge(async ({ path }) => answer(bodyOf(path, path)));
  const paths = Array.from({ length: 50 }, (_, at) => `/sessions/${at}`);
  const texts = await Promise.all(paths.map(async (path) => (await call(path)).text()));
  expect(texts).toEqual(paths.map((path) => path + path));
});
