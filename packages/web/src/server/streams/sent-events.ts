import { json } from "@reprise/model/json";
import { type Call, type Shared, streamed } from "../context.ts";
import { reported } from "../problem.ts";
import { formatFor, sse } from "./event-format.ts";

export interface SentEvent {
  /** Where a client continues: its `Last-Event-ID`. */
  readonly id?: number;
  /** Its kind, where a stream has several. */
  readonly event?: string;
  /** JSON on one line. */
  readonly data: string;
}

export interface SentParts {
  /** Ends with the signal. */
  readonly open: (signal: AbortSignal) => AsyncIterable<SentEvent>;
  /** A closing server ends it, and the client comes back to the next one. */
  readonly isLive?: boolean;
  readonly onLeave?: () => void;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Small pieces cost more than their bytes. */
const PIECE_LENGTH = 16 * 1024;

/**
 * Server-sent events. After the last one comes `end`, or `error` with the reason: a client that has seen neither knows that
 * the connection was cut.
 */
export function sentEvents(
  call: Call,
  shared: Pick<Shared, "streams" | "limits" | "closing" | "onUnexpected">,
  { open, isLive = false, onLeave = () => undefined, headers = {} }: SentParts,
): Response {
  const free = shared.streams.take();
  const leaving = new AbortController();
  const signal = isLive ? AbortSignal.any([leaving.signal, shared.closing]) : leaving.signal;
  const source = open(signal)[Symbol.asyncIterator]();
  const leave = () => {
    leaving.abort();
    void source.return?.()?.catch(() => undefined); // the client is gone: nobody to report to
    free();
    onLeave();
  };
  const next = piecesOf(source, signal, shared);
  const type = { "Content-Type": "text/event-stream; charset=utf-8", ...headers };
  return streamed(call, shared, { next, onLeave: leave }, type);
}

/** The client asked for server-sent events. */
export function wantsEvents(call: Call): boolean {
  return formatFor(call.req.header("accept") ?? null) === sse;
}

/** Events without numbers. */
export async function* datas(lines: AsyncIterable<string>): AsyncGenerator<SentEvent> {
  for await (const data of lines) yield { data };
}

function piecesOf(
  source: AsyncIterator<SentEvent>,
  signal: AbortSignal,
  { limits, onUnexpected }: Pick<Shared, "limits" | "onUnexpected">,
): () => Promise<string | null> {
  let pending: Promise<IteratorResult<SentEvent>> | null = null;
  let isOver = false;
  /** Null: nothing came in time. */
  const take = async (late: (taken: Promise<unknown>) => Promise<null>): Promise<string | null> => {
    pending ??= source.next();
    const step = await Promise.race([pending, late(pending)]);
    if (step === null) return null;
    pending = null;
    if (!step.done) return textOf(step.value);
    isOver = true;
    return signal.aborted ? "" : "event: end\ndata: {}\n\n";
  };
  return async () => {
    if (isOver) return null;
    let piece = "";
    try {
      const first = await take((taken) => later(limits.heartbeatMs, taken));
      if (first === null) return ": still here\n\n";
      piece = first;
      // What is there already goes with it.
      while (!isOver && piece.length < PIECE_LENGTH) {
        const more = await take(soon);
        if (more === null) break;
        piece += more;
      }
    } catch (error) {
      isOver = true;
      const { error: told } = reported(error, onUnexpected);
      piece += `event: error\ndata: ${json("http-error", { error: told })}\n\n`;
    }
    return piece === "" ? null : piece;
  };
}

function textOf({ id, event, data }: SentEvent): string {
  const head = `${id === undefined ? "" : `id: ${id}\n`}${event === undefined ? "" : `event: ${event}\n`}`;
  return `${head}data: ${data}\n\n`;
}

function later(ms: number, until: Promise<unknown>): Promise<null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, null);
    const stop = () => clearTimeout(timer);
    until.then(stop, stop);
  });
}

function soon(): Promise<null> {
  return new Promise((resolve) => setImmediate(resolve, null));
}
