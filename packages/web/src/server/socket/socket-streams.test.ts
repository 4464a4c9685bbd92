import { describe, expect, it } from "vitest";
import type { SocketMessage } from "./socket-message.ts";
import { SocketStreams } from "./socket-streams.ts";

/** Streams whose pieces are numbers, and everything that was sent. */
function opened() {
  const sent: SocketMessage[] = [];
  const seen = { left: 0, made: 0 };
  const answer = async (path: string, _: unknown, signal: AbortSignal) => {
    if (path === "/broken") throw new Error("broken");
    signal.addEventListener("abort", () => {
      seen.left += 1;
    });
    const most = path === "/short" ? 3 : Number.POSITIVE_INFINITY;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (seen.made >= most) return controller.close();
          seen.made += 1;
          controller.enqueue(new TextEncoder().encode(`${seen.made} ü `));
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status: 200, headers: { "x-test": "1" } });
  };
  const streams = new SocketStreams(answer, (message) => sent.push(message));
  const pieces = () => sent.filter(({ type }) => type === "piece").length;
  return { streams, sent, seen, pieces };
}

describe("the streams of one socket", () => {
  it("come as their head, their pieces and their end", async () => {
    const { streams, sent } = opened();
    await streams.start(7, "/short", {});
    expect(sent).toEqual([
      { type: "head", id: 7, status: 200, headers: { "x-test": "1" } },
      { type: "piece", id: 7, text: "1 ü " },
      { type: "piece", id: 7, text: "2 ü " },
      { type: "piece", id: 7, text: "3 ü " },
      { type: "end", id: 7 },
    ]);
  });

  it("wait for a page that does not read, each for itself", async () => {
    const { streams, pieces, sent } = opened();
    void streams.start(1, "/endless", {});
    await expect.poll(pieces).toBe(16);
    streams.taken(1);
    streams.taken(1);
    await expect.poll(pieces).toBe(18);
    void streams.start(2, "/endless", {});
    await expect.poll(pieces).toBe(34);
    for (let n = 0; n < 100; n += 1) streams.taken(2);
    await expect.poll(() => pieces() > 34).toBe(true);
    expect(sent.filter((message) => message.type === "piece" && message.id === 1)).toHaveLength(18);
    streams.cancelAll();
  });

  it("are left when the page leaves them or is gone, and nothing is sent after that", async () => {
    const { streams, seen, sent, pieces } = opened();
    const ended = [streams.start(1, "/endless", {}), streams.start(2, "/endless", {})];
    await expect.poll(pieces).toBe(32);
    streams.cancel(1);
    expect(seen.left).toBe(1);
    streams.cancelAll();
    streams.taken(1);
    streams.taken(2);
    await Promise.all(ended);
    expect(seen.left).toBe(2);
    expect(sent.some(({ type }) => type === "end" || type === "failed")).toBe(false);
  });

  it("are apart from earlier ones with the same number", async () => {
    const { streams, seen, pieces } = opened();
    const left = streams.start(1, "/endless", {});
    await expect.poll(pieces).toBe(16);
    streams.cancel(1);
    const next = streams.start(1, "/endless", {});
    await left;
    streams.cancelAll();
    await next;
    expect(seen.left).toBe(2);
  });

  it("that break or are too many fail, and the others stay", async () => {
    const { streams, sent } = opened();
    await streams.start(1, "/broken", {});
    expect(sent).toMatchObject([{ type: "failed", id: 1 }]);
    for (let id = 2; id < 102; id += 1) void streams.start(id, "/endless", {});
    await streams.start(102, "/endless", {});
    await streams.start(2, "/endless", {});
    expect(sent.filter(({ type }) => type === "failed").map(({ id }) => id)).toEqual([1, 102, 2]);
    streams.cancelAll();
  });
});
