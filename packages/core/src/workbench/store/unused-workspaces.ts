import type { IndexedWorkspace } from "./workspace-index.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface SavedSession extends Pick<IndexedWorkspace, "id" | "lastUsedAt"> {
  /** When its file was last written: a draft in it is no younger. */
  readonly writtenMs: number;
}

/** Neither used nor written for so long. */
export function unusedIn(
  sessions: readonly SavedSession[],
  { retentionDays, nowMs }: { readonly retentionDays: number; readonly nowMs: number },
): readonly string[] {
  const limitMs = nowMs - retentionDays * dayMs;
  return sessions
    .filter(({ lastUsedAt, writtenMs }) => Math.max(Date.parse(lastUsedAt) || 0, writtenMs) < limitMs)
    .map(({ id }) => id);
}
