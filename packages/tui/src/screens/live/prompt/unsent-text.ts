import type { LiveState } from "../state.ts";

/** All text that no agent has received: the queue and the composer. */
export function unsentText({ queued, composer }: Pick<LiveState, "queued" | "composer">): {
  readonly text: string;
  readonly cursor: number;
} {
  const { text, cursor } = composer.buffer;
  if (queued.length === 0) return { text, cursor };
  const before = queued.join("\n\n");
  return text === ""
    ? { text: before, cursor: before.length }
    : { text: `${before}\n\n${text}`, cursor: before.length + 2 + cursor };
}
