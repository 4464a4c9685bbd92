import type { FileChange, Item, Turn } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { wasApplied } from "./edit-applied.ts";

/**
 * The last turn, with what the files now show of edits that failed or have no outcome. Skips earlier turns, since later ones
 * may have changed the files, and files that the same turn edits again.
 */
export function withEditsOnDisk(turn: Turn, cwd: string | null, host: Host): Turn {
  const isLeft = (item: Item) =>
    item.kind === "edit" && (item.status === "failed" || item.status === "open") && item.changes.length > 0;
  if (!turn.items.some(isLeft)) return turn;
  const items = turn.items.map((item, index): Item => {
    if (item.kind !== "edit" || !isLeft(item)) return item;
    const later = new Set(turn.items.slice(index + 1).flatMap(pathsIn));
    return { ...item, changes: item.changes.map((change) => looked(change, later, cwd, host)) };
  });
  return { ...turn, items };
}

function looked(change: FileChange, later: ReadonlySet<string>, cwd: string | null, host: Host): FileChange {
  if (change.written !== undefined || pathsOf(change).some((path) => later.has(path))) return change;
  const applied = wasApplied([change], cwd, host);
  return applied === "unknown" ? change : { ...change, written: applied === "done" };
}

function pathsIn(item: Item): readonly string[] {
  return item.kind === "edit" ? item.changes.flatMap(pathsOf) : [];
}

function pathsOf({ path, movedTo }: FileChange): readonly string[] {
  return movedTo === undefined ? [path] : [path, movedTo];
}
