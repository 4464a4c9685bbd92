import { notReached, toldError } from "./call-error.ts";
import type { Link } from "./link.ts";

export interface SentEvent {
  /** Null where events are not numbered. */
  readonly number: number | null;
  readonly data: unknown;
}

export const eventHeaders = { Accept: "text/event-stream" };

/**
 * The events of an answer, until its `end`. Throws what the server sends as `error`, and a `CallError` when the connection
 * is cut. Leaving the loop ends the answer.
 */
export async function* sentEvents(response: Response, link: Link): AsyncGenerator<SentEvent> {
  let [id, event, data] = ["", "", ""];
  for await (const line of linesOf(response, link)) {
    if (line !== "") {
      if (line.startsWith("data: ")) data += line.slice("data: ".length);
      else if (line.startsWith("id: ")) id = line.slice("id: ".length);
      else if (line.startsWith("event: ")) event = line.slice("event: ".length);
      continue;
    }
    if (event === "end") return;
    if (event === "error") throw toldError(JSON.parse(data), 200) ?? notReached();
    if (data !== "") yield { number: id === "" ? null : Number(id), data: JSON.parse(data) };
    [id, event, data] = ["", "", ""];
  }
  link.lost();
  throw notReached();
}

/** Lines that were sent whole. */
async function* linesOf(response: Response, link: Link): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest: string[] = [];
  try {
    for (;;) {
      const { done = true, value } = (await inTime(reader?.read(), link)) ?? {};
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

/** Null if the connection is cut, or nothing comes for too long. */
async function inTime<Value>(
  reading: Promise<Value> | undefined,
  { quietMs }: Link,
): Promise<Value | null | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, quietMs, null);
  });
  const cut = reading?.catch(() => null);
  const value = await Promise.race([cut, late]);
  clearTimeout(timer);
  return value;
}
