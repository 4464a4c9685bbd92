import { notOurs, notReached, toldError } from "./call-error.ts";
import type { Link } from "./link.ts";

export interface SentEvent {
  /** Null where events are not numbered. */
  readonly number: number | null;
  /** Empty for the usual kind of the stream. */
  readonly event: string;
  readonly data: unknown;
}

/**
 * The events of an answer, until its `end`. Throws what the server sends as `error`, and a `CallError` when the connection
 * is cut. Leaving the loop ends the answer.
 */
export async function* sentEvents(
  response: Response,
  link: Link,
  left: AbortSignal = link.closed,
): AsyncGenerator<SentEvent> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) throw notOurs(response.status);
  let [id, event, data] = ["", "", ""];
  for await (const line of linesOf(response, link.quietMs, left)) {
    if (line !== "") {
      if (line.startsWith("data: ")) data += line.slice("data: ".length);
      else if (line.startsWith("id: ")) id = line.slice("id: ".length);
      else if (line.startsWith("event: ")) event = line.slice("event: ".length);
      continue;
    }
    if (event === "end") return;
    if (event === "error") throw toldError(JSON.parse(data), 200) ?? notReached();
    if (data !== "") yield { number: id === "" ? null : Number(id), event, data: JSON.parse(data) };
    [id, event, data] = ["", "", ""];
  }
  if (!left.aborted) link.lost();
  throw notReached();
}

/** Lines that were sent whole. */
async function* linesOf(response: Response, quietMs: number, left: AbortSignal): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest: string[] = [];
  try {
    for (;;) {
      const { done = true, value } = (await inTime(reader?.read(), quietMs, left)) ?? {};
      if (done) return;
      const [first = "", ...lines] = decoder.decode(value, { stream: true }).split("\n");
      rest.push(first);
      for (const line of lines) {
        yield rest.join("");
        rest = [line];
      }
    }
  } finally {
    await reader?.cancel().catch(() => undefined); // it may be cut already
  }
}

/** Null if the connection is cut, nothing comes for too long, or the listener has left. */
function inTime<Value>(reading: Promise<Value> | undefined, quietMs: number, left: AbortSignal): Promise<Value | null> {
  return new Promise((resolve) => {
    const settle = (value: Value | null) => {
      clearTimeout(timer);
      left.removeEventListener("abort", stop);
      resolve(value);
    };
    const stop = () => settle(null);
    const timer = setTimeout(stop, left.aborted ? 0 : quietMs);
    left.addEventListener("abort", stop);
    if (reading === undefined) stop();
    else reading.then(settle, stop);
  });
}
