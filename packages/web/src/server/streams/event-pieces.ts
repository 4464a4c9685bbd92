import { type ChatEvent, type ChatTurn, MovedTurnError } from "@reprise/model";
import type { EventFormat } from "./event-format.ts";

interface EventParts {
  readonly turn: ChatTurn;
  /** The number of the last event that the client has. */
  readonly after: number;
  readonly format: EventFormat;
  readonly heartbeatMs: number;
  readonly onUnexpected: (error: unknown) => void;
}

export interface EventPieces {
  next(): Promise<string | null>;
  leave(): void;
}

/** The events of a turn, piece by piece. A turn whose events end early gets an `error` and a `result` all the same. */
export function eventPieces({ turn, after, format, heartbeatMs, onUnexpected }: EventParts): EventPieces {
  const leaving = new AbortController();
  const events = turn.events(after, leaving.signal)[Symbol.asyncIterator]();
  let pending: ReturnType<typeof events.next> | null = null;
  let last = after;
  let isOver = false;
  const broken = () => {
    isOver = true;
    return lost.map((event, index) => format.write(last + 1 + index, event)).join("");
  };
  /** The client has the result already. */
  const isWhole = async () => {
    if (last > after || after === 0) return false;
    for await (const { event } of turn.events(after - 1)) return event.type === "result";
    return true;
  };
  return {
    async next() {
      if (isOver) return null;
      pending ??= events.next();
      try {
        const step =
          format.heartbeat === null ? await pending : await Promise.race([pending, quiet(heartbeatMs, pending)]);
        if (step === "quiet") return format.heartbeat;
        pending = null;
        if (step.done) return leaving.signal.aborted || (await isWhole()) ? null : broken();
        const { number, event } = step.value;
        last = number;
        isOver = event.type === "result";
        return format.write(number, event);
      } catch (error) {
        // Cut, not ended: the client continues at another server.
        if (error instanceof MovedTurnError) throw error;
        onUnexpected(error);
        return broken();
      }
    },
    leave: () => leaving.abort(),
  };
}

const lost: readonly ChatEvent[] = [
  {
    type: "error",
    code: "interrupted",
    message: "The events of this turn end here. Ask for the chat to see what became of it.",
  },
  { type: "result", status: "failed", usage: null, resets_at: null },
];

function quiet(ms: number, until: Promise<unknown>): Promise<"quiet"> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, "quiet" as const);
    const stop = () => clearTimeout(timer);
    until.then(stop, stop);
  });
}
