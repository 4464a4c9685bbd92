import type { SocketMessage } from "./socket-message.ts";

/** Answers a GET as a request of its own would be. */
export type Answer = (
  path: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Response>;

interface OpenStream {
  readonly leaving: AbortController;
  /** Pieces that the page will take. */
  wantedCount: number;
  wake: () => void;
}

/** Pieces that may be on their way before one is taken. */
const PIECES_AHEAD = 16;
const MOST_STREAMS = 100;

/** The streams of one page, side by side in one socket. A slow reader holds back its own stream only. */
export class SocketStreams {
  readonly #answer: Answer;
  readonly #send: (message: SocketMessage) => void;
  readonly #open = new Map<number, OpenStream>();

  constructor(answer: Answer, send: (message: SocketMessage) => void) {
    this.#answer = answer;
    this.#send = send;
  }

  async start(id: number, path: string, headers: Readonly<Record<string, string>>): Promise<void> {
    if (this.#open.has(id) || this.#open.size >= MOST_STREAMS)
      return this.#send({ type: "failed", id, message: "Too many streams in one page. Close some." });
    const stream: OpenStream = { leaving: new AbortController(), wantedCount: PIECES_AHEAD, wake: () => {} };
    this.#open.set(id, stream);
    try {
      const response = await this.#answer(path, headers, stream.leaving.signal);
      if (stream.leaving.signal.aborted) return;
      this.#send({
        type: "head",
        id,
        status: response.status,
        headers: Object.fromEntries(response.headers),
      });
      await this.#pass(id, stream, response);
      if (!stream.leaving.signal.aborted) this.#send({ type: "end", id });
    } catch {
      // As for a connection that is cut: the page asks again.
      if (!stream.leaving.signal.aborted) this.#send({ type: "failed", id, message: "The stream was cut." });
    } finally {
      stream.leaving.abort();
      if (this.#open.get(id) === stream) this.#open.delete(id);
    }
  }

  taken(id: number): void {
    const stream = this.#open.get(id);
    if (stream === undefined || stream.wantedCount >= PIECES_AHEAD) return;
    stream.wantedCount += 1;
    stream.wake();
  }

  cancel(id: number): void {
    const stream = this.#open.get(id);
    stream?.leaving.abort();
    stream?.wake();
    this.#open.delete(id);
  }

  /** The socket is gone. */
  cancelAll(): void {
    for (const id of [...this.#open.keys()]) this.cancel(id);
  }

  async #pass(id: number, stream: OpenStream, { body }: Response): Promise<void> {
    const reader = body?.getReader();
    const cancel = () => void reader?.cancel().catch(() => undefined);
    stream.leaving.signal.addEventListener("abort", cancel);
    const decoder = new TextDecoder();
    for (;;) {
      while (stream.wantedCount === 0 && !stream.leaving.signal.aborted)
        await new Promise<void>((resolve) => {
          stream.wake = resolve;
        });
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done || stream.leaving.signal.aborted) return;
      stream.wantedCount -= 1;
      this.#send({ type: "piece", id, text: decoder.decode(value, { stream: true }) });
    }
  }
}
