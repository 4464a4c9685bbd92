import { CallError } from "./call-error.ts";
import type { Link } from "./link.ts";
import { pause } from "./pause.ts";
import { eventHeaders } from "./requests.ts";
import { type SentEvent, sentEvents } from "./sent-events.ts";

/**
 * Events that go on over cut connections: connects again by itself, after growing pauses, and continues after the last
 * number. Each numbered event comes once. Ends when the server says so, or with the signal.
 */
export async function* steadyEvents(
  link: Link,
  path: string | (() => string),
  { after = 0, signal }: { readonly after?: number | undefined; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<SentEvent> {
  const left = link.until(signal);
  let last = after;
  let attempt = 0;
  while (!left.aborted) {
    try {
      const headers = last > 0 ? { ...eventHeaders, "Last-Event-ID": String(last) } : eventHeaders;
      const response = await link.open(typeof path === "string" ? path : path(), { headers, signal: left });
      for await (const event of sentEvents(response, link, left)) {
        attempt = 0;
        if (left.aborted) return;
        if (event.number !== null && event.number <= last) continue;
        last = event.number ?? last;
        yield event;
      }
      return;
    } catch (error) {
      if (left.aborted) return;
      if (!(error instanceof CallError && error.isPassing)) throw error;
    }
    await pause(link.pauseBefore(attempt), left);
    attempt += 1;
  }
}
