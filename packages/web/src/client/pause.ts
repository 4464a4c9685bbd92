import { CallError } from "./call-error.ts";
import type { Link } from "./link.ts";

/** Until the time has passed or the signal aborts. */
export function pause(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      left.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, left.aborted ? 0 : ms);
    left.addEventListener("abort", done);
  });
}

/** Asks again until the server is reached or the link is closed, whatever it says then. */
export async function onceReached(link: Link, ask: () => Promise<void>): Promise<void> {
  for (let attempt = 0; !link.closed.aborted; attempt += 1) {
    const error = await ask().catch((error: unknown) => error);
    if (!(error instanceof CallError && error.isPassing)) return;
    await pause(link.pauseBefore(attempt), link.closed);
  }
}
