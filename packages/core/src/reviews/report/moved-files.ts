import type { RunChange } from "@reprise/model";
import { linesOf } from "../../restore/files/hunks.ts";
import { linesChanged } from "./edited-files.ts";
import type { LineChange } from "./line-changes.ts";

interface Texts {
  /** Null if it is not known. */
  before(path: string): string | null;
  after(path: string): string | null;
  compare(before: string, after: string): readonly LineChange[] | null;
}

const mostPairs = 100;
/** As git takes it. */
const leastAlike = 0.5;

/** A file that is gone was moved if at least half of it is in a new one. */
export function withMoves(changes: readonly RunChange[], texts: Texts): readonly RunChange[] {
  const deleted = changes.filter(({ kind }) => kind === "delete");
  const added = changes.filter(({ kind }) => kind === "add");
  if (deleted.length * added.length > mostPairs) return changes;
  const likely = deleted
    .flatMap(({ path: from }) => added.map(({ path }) => moveOf(from, path, texts)))
    .filter((move) => move !== null)
    .sort((a, b) => b.alike - a.alike);
  const moves = new Map<string, RunChange>();
  const gone = new Set<string>();
  for (const { from, path, lines } of likely) {
    if (gone.has(from) || moves.has(path)) continue;
    gone.add(from);
    moves.set(path, { path, from, kind: "move", isByEdit: false, ...linesChanged(lines) });
  }
  return changes.filter(({ path }) => !gone.has(path)).map((change) => moves.get(change.path) ?? change);
}

interface Move {
  readonly from: string;
  readonly path: string;
  readonly alike: number;
  readonly lines: readonly LineChange[];
}

function moveOf(from: string, path: string, texts: Texts): Move | null {
  const [before, after] = [texts.before(from), texts.after(path)];
  const lines = before && after ? texts.compare(before, after) : null;
  if (!before || !after || lines === null) return null;
  const removed = lines.reduce((sum, { oldCount }) => sum + oldCount, 0);
  const [was, is] = [linesOf(before).length, linesOf(after).length];
  const alike = (was - removed) / Math.max(was, is);
  return alike >= leastAlike ? { from, path, alike, lines } : null;
}
