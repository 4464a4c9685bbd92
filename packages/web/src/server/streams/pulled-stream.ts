export interface PulledParts {
  /** The next piece; null at the end. If it throws, the connection is dropped: the client must not take a part for the whole. */
  readonly next: () => Promise<string | null>;
  /** Called once: at the end, or when the client has left. */
  readonly onLeave: () => void;
  /** Aborts when the client has left. */
  readonly client: AbortSignal;
  /** Ends the connection unless everything was sent. */
  readonly drop: () => void;
  readonly stalledMs: number;
}

/**
 * Pieces are made as the client takes them: a slow one holds back its own stream, and nothing is kept for it. One that
 * takes nothing for `stalledMs` is dropped.
 */
export function pulledStream({ next, onLeave, client, drop, stalledMs }: PulledParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stalled: NodeJS.Timeout | undefined;
  let [hasLeft, isCancelled] = [false, false];
  const leave = () => {
    if (hasLeft) return;
    hasLeft = true;
    client.removeEventListener("abort", leave);
    onLeave();
  };
  const watch = () => {
    stalled = setTimeout(drop, stalledMs).unref();
  };
  client.addEventListener("abort", leave);
  if (client.aborted) leave();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stalled);
        const piece = hasLeft ? null : await next().catch(() => void drop());
        if (isCancelled) return;
        if (typeof piece === "string") {
          controller.enqueue(encoder.encode(piece));
          return watch();
        }
        controller.close();
        watch();
        leave();
      },
      cancel() {
        isCancelled = true;
        clearTimeout(stalled);
        leave();
      },
    },
    { highWaterMark: 0 },
  );
}
