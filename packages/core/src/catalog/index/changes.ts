import { folderOf } from "../../agents/reading/rollout-folder.ts";
import type { RolloutFolder, RolloutRef } from "../../agents/reading/source.ts";
import type { Database, SqlRow } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import type { HomeContents } from "../rollout-lookup.ts";

interface Move {
  readonly id: number;
  readonly from: string;
  readonly to: RolloutRef;
}

/** How the disk differs from the rows, in one home. */
export interface Changes {
  readonly added: readonly RolloutRef[];
  readonly changed: readonly RolloutRef[];
  readonly moved: readonly Move[];
  readonly vanished: readonly { readonly id: number; readonly rolloutId: string | null }[];
  /** Folders whose marks are written once everything is stored; null: the folder is gone. */
  readonly folders: readonly (RolloutFolder | { readonly folder: string; readonly marks: null })[];
}

/** Null if nothing changed. */
export function changesIn({ folders: located, looks }: HomeContents, database: Database, host: Host): Changes | null {
  const touched = located.filter((one) => {
    const before = one.isAsBefore ? null : looks.marksOf(one.folder);
    return !one.isAsBefore && (before === null || Buffer.compare(before, one.marks) !== 0);
  });
  const gone = looks
    .goneBesides(new Set(located.map(({ folder }) => folder)))
    .map((folder) => ({ folder, marks: null }));
  if (touched.length === 0 && gone.length === 0) return null;
  return { ...compared(touched, [...touched, ...gone], database, host), folders: [...touched, ...gone] };
}

function compared(
  touched: readonly RolloutFolder[],
  folders: readonly { folder: string }[],
  database: Database,
  host: Host,
) {
  const rows = new Map(folders.flatMap(({ folder }) => rowsIn(folder, database)).map((row) => [String(row.key), row]));
  const added: RolloutRef[] = [];
  const changed: RolloutRef[] = [];
  for (const rollout of touched.flatMap((folder) => folder.rollouts)) {
    const row = rows.get(rollout.key);
    rows.delete(rollout.key);
    if (!row) added.push(rollout);
    else if (row.version !== rollout.version) changed.push(rollout);
  }
  // Another process may have indexed a file created since.
  const vanished = [...rows.values()].filter((row) => row.path !== null || !exists(String(row.key), host));
  return paired(added, changed, vanished);
}

/** Same name and stamp elsewhere: a moved file, not read again. */
function paired(added: readonly RolloutRef[], changed: readonly RolloutRef[], vanished: readonly SqlRow[]) {
  const moved: Move[] = [];
  const left = new Map(vanished.map((row) => [moveKey(String(row.key), String(row.version)), row]));
  const isMoved = (rollout: RolloutRef) => {
    const row = left.get(moveKey(rollout.key, rollout.version));
    if (!row || rollout.key !== rollout.path || row.path !== null || row.isMovable !== 1) return false;
    left.delete(moveKey(rollout.key, rollout.version));
    moved.push({ id: Number(row.id), from: String(row.key), to: rollout });
    return true;
  };
  const reallyAdded = added.filter((rollout) => !isMoved(rollout));
  const movedIds = new Set(moved.map(({ id }) => id));
  const gone = vanished
    .map((row) => ({ id: Number(row.id), rolloutId: row.rolloutId as string | null }))
    .filter(({ id }) => !movedIds.has(id));
  return { added: reallyAdded, changed, moved, vanished: gone };
}

function moveKey(key: string, version: string): string {
  return `${key.slice(folderOf(key).length)}\0${version}`;
}

function rowsIn(folder: string, database: Database): SqlRow[] {
  return database
    .prepare(
      "SELECT id, key, path, version, rolloutId, thread NOT LIKE 'file-%' AND bases IS NULL AS isMovable FROM rollout WHERE key >= ? AND key < ?",
    )
    .all(folder, `${folder}\u{10FFFF}`)
    .filter((row) => folderOf(String(row.key)) === folder);
}

export function exists(path: string, host: Host): boolean {
  try {
    return host.files.stamp(path) !== null;
  } catch {
    // Without `stat` it cannot be listed; it comes back when it can.
    return false;
  }
}
