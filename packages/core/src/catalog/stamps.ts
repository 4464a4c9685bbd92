import type { RolloutRef } from "../agents/source.ts";

/** What was located in one folder, also as one text: the same text means that nothing there has to be read. */
export interface FolderStamps {
  readonly folder: string;
  readonly rollouts: readonly RolloutRef[];
  readonly stamps: string;
}

/** Ten thousand files are compared with what is known without looking at the row of any. */
export function stampFolders(rollouts: readonly RolloutRef[]): FolderStamps[] {
  const byFolder = new Map<string, RolloutRef[]>();
  let folder = "";
  let current: RolloutRef[] | undefined;
  for (const rollout of rollouts) {
    const { key } = rollout;
    const at = Math.max(key.lastIndexOf("/"), key.lastIndexOf("\\"));
    if (!current || at !== folder.length || !key.startsWith(folder)) {
      folder = key.slice(0, Math.max(at, 0));
      current = byFolder.get(folder) ?? [];
      byFolder.set(folder, current);
    }
    current.push(rollout);
  }
  return [...byFolder].map(([name, inside]) => ({
    folder: name,
    rollouts: inside,
    stamps: stampsOf(inside),
  }));
}

export function folderOf(key: string): string {
  return key.slice(0, Math.max(key.lastIndexOf("/"), key.lastIndexOf("\\"), 0));
}

/**
 * A rollout that could not be read is given no version, so that it is tried again.
 * Joined, not hashed: a short-lived process ends before a loop over a million letters has been compiled.
 */
export function stampsOf(rollouts: readonly RolloutRef[], unreadable?: ReadonlySet<string>): string {
  const parts: string[] = [];
  for (const { key, version } of rollouts) parts.push(key, unreadable?.has(key) ? "" : version);
  return parts.join("\n");
}
