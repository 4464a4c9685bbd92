import { createInterface } from "node:readline";
import type { Lines } from "@reprise/tui/plain";
import type { Machine } from "../machine.ts";

/** The person's lines in order; early input is queued. */
export function openLines(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream & { readonly columns?: number | undefined },
  { onInterrupt, sleep }: Pick<Machine, "onInterrupt" | "sleep">,
): Lines & { close(): void } {
  // The terminal does the line editing: we never move the cursor.
  const reading = createInterface({ input, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
  const waiting: string[] = [];
  const listeners: (() => void)[] = [];
  let wake: (() => void) | null = null;
  const closing = new AbortController();
  let hasEnded = false;
  reading.on("line", (line) => {
    waiting.push(line);
    wake?.();
  });
  reading.on("close", () => {
    hasEnded = true;
    wake?.();
  });
  const release = onInterrupt((signal) => {
    const listener = listeners.at(-1);
    if (signal !== "SIGINT" || listener === undefined) {
      reading.close();
      return "ends";
    }
    listener();
    return "goes-on";
  });
  return {
    get columns() {
      return output.columns ?? null;
    },
    wait: (ms) => sleep(ms, closing.signal),
    write: (text) => void output.write(text),
    async ask(prompt, signal) {
      if (prompt !== "") output.write(prompt);
      while (waiting.length === 0 && !hasEnded && !signal?.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal?.addEventListener("abort", () => resolve(), { once: true });
        });
      return signal?.aborted ? null : (waiting.shift() ?? null);
    },
    onInterrupt(listener) {
      listeners.push(listener);
      return () => void listeners.splice(listeners.lastIndexOf(listener), 1);
    },
    close() {
      closing.abort();
      release();
      reading.close();
    },
  };
}
