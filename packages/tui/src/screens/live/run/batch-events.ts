import type { RestoreEvent } from "@reprise/model";

/** At most thirty updates a second. */
const frameMs = 34;

/** Batches events at the screen's rate: the first at once, then all since, with deltas of one item merged. */
export function batchEvents(tell: (events: readonly RestoreEvent[]) => void): {
  add(event: RestoreEvent): void;
  flush(): void;
  close(): void;
} {
  let waiting: RestoreEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    tell(events);
  };
  const next = () => {
    timer = waiting.length > 0 ? setTimeout(next, frameMs) : null;
    flush();
  };
  return {
    add(event) {
      const last = waiting.at(-1);
      if (event.type === "delta" && last?.type === "delta" && last.key === event.key && last.kind === event.kind)
        waiting[waiting.length - 1] = { ...last, text: last.text + event.text };
      else waiting.push(event);
      if (timer !== null) return;
      timer = setTimeout(next, frameMs);
      flush();
    },
    flush,
    close() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      flush();
    },
  };
}
