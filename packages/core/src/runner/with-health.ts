import type { RunEvent } from "@reprise/model";
import type { RunPlace } from "../runs/open-run.ts";

type HealthEvent = RunEvent & { readonly type: "journal-health" };

/**
 * What happens in a run and, in between, how its journal stands with the disk: told when it changes, also while nothing
 * else happens. `act` is given the place and the signal to use.
 */
export async function* withHealth<Event>(
  place: RunPlace,
  signal: AbortSignal,
  act: (place: RunPlace, signal: AbortSignal) => AsyncGenerator<Event>,
): AsyncGenerator<Event | HealthEvent> {
  const changes: HealthEvent[] = [];
  let problem: string | null = null;
  let wake: () => void = () => undefined;
  const onHealth: RunPlace["onHealth"] = (health) => {
    place.onHealth(health);
    const now = health.state === "good" ? null : health.reason;
    if (now === problem) return;
    problem = now;
    changes.push({ type: "journal-health", problem });
    wake();
  };
  const ending = new AbortController();
  const events = act({ ...place, onHealth }, AbortSignal.any([signal, ending.signal]));
  let next: Promise<IteratorResult<Event, unknown>> | null = null;
  try {
    for (;;) {
      next ??= events.next();
      const isWoken = new Promise<null>((resolve) => {
        wake = () => resolve(null);
      });
      const result: IteratorResult<Event, unknown> | null =
        changes.length > 0 ? null : await Promise.race([next, isWoken]);
      yield* changes.splice(0);
      if (result === null) continue;
      next = null;
      if (result.done) return;
      yield result.value;
    }
  } finally {
    // Left while something was waited for: that is given up first.
    if (next !== null) ending.abort();
    await events.return(undefined);
  }
}
