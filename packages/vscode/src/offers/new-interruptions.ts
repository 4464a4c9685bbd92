import type { Interruption } from "./interruption.ts";

/** The part of the editor's storage that is used. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

const KEY = "offered";
const MOST_KEPT = 500;

/** Those that were not offered before. They count as offered from now on. */
export async function newInterruptions(
  interruptions: readonly Interruption[],
  memory: Memory,
): Promise<readonly Interruption[]> {
  const stored = memory.get(KEY);
  const offered = Array.isArray(stored) ? stored : [];
  const found = interruptions.filter(({ key }) => !offered.includes(key));
  if (found.length > 0) await memory.update(KEY, [...offered, ...found.map(({ key }) => key)].slice(-MOST_KEPT));
  return found;
}
