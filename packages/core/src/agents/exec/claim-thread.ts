import type { Agent, ThreadId } from "@reprise/model";

const held = new Set<string>();

/**
 * Takes a thread for one process of ours; null when another one of this program has it.
 * Against ourselves only: other programs are kept off by the lock of a run.
 */
export function claimThread(agent: Agent, thread: ThreadId): (() => void) | null {
  const key = `${agent}:${thread}`;
  if (held.has(key)) return null;
  held.add(key);
  return () => void held.delete(key);
}
