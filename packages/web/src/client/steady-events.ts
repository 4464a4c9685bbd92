import { CallError } from "./call-error.ts";
import type { Link } from "./link.ts";
import { pause } from "./pause.ts";
import { eventHeaders, type SentEvent, sentEvents } from "./sent-events.ts";
import { unseenFor, whenSeen } from "./tab.ts";

/**
 * Events that go on over cut connections: connects again by itself, after growing pauses, and continues after the last
 * number. Each numbered event comes once. Ends when the server says so, or with the signal. Browsers give a server six
 * connections, for all tabs together: a tab that nobody sees gives its own up, and continues when it is seen again.
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
    await whenSeen(left);
    const unseen = unseenFor(link.restMs);
    const until = AbortSignal.any([left, unseen.signal]);
    try {
      const headers = last > 0 ? { ...eventHeaders, "Last-Event-ID": String(last) } : eventHeaders;
      const response = await link.open(typeof path === "string" ? path : path(), { headers, signal: until });
      for await (const event of sentEvents(response, link, until)) {
        attempt = 0;
        if (left.aborted) return;
        if (event.number !== null && event.number <= last) continue;
        last = event.number ?? last;
        yield event;
      }
      return;
    } catch (error) {
      if (left.aborted) return;
      if (unseen.signal.aborted) continue;
      if (!(error instanceof CallError && error.isPassing)) throw error;
    } finally {
      unseen.stop();
    }
    await pause(link.pauseBefore(attempt), left);
    attempt += 1;
  }
}
