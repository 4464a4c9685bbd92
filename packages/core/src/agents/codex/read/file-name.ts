import { asThreadId, type ThreadId } from "@reprise/model";

interface RolloutName {
  readonly thread: ThreadId;
  /** What other files call this one: the part after `_`, else the thread id. */
  readonly rolloutId: string;
}

// rollout-2025-04-20-<uuid>.json, rollout-2025-07-25T10-00-00-<uuid>.jsonl, rollout-…-<thread>_<rollout>.jsonl.zst
const pattern =
  /^rollout-\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?-([0-9a-zA-Z-]+?)(?:_([0-9a-zA-Z-]+))?\.(?:jsonl(?:\.zst)?|json)$/;

/** Null for a file that no Codex release would have written. */
export function parseRolloutName(name: string): RolloutName | null {
  const found = pattern.exec(name);
  if (!found?.[1]) return null;
  return { thread: asThreadId(found[1]), rolloutId: found[2] ?? found[1] };
}

/** Any file that holds lines and lies where rollouts lie, whatever its name. */
export function looksLikeRollout(name: string): boolean {
  return name.endsWith(".jsonl") || name.endsWith(".jsonl.zst") || name.endsWith(".json");
}
