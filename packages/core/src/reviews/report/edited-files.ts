import { isAbsolute, relative, sep } from "node:path";
import type { FileChange, RunChange } from "@reprise/model";
import { linesOf } from "../../restore/files/hunks.ts";
import { isInside } from "../../workspace/is-inside.ts";
import { type LineChange, replacementsIn, withEdit } from "./line-changes.ts";

interface EditedState {
  path: string;
  from: string | null;
  kind: RunChange["kind"];
  /** Null: an edit did not say which lines. */
  changes: readonly LineChange[] | null;
}

/** What the recorded edits of a run come to, file by file. */
export class EditedFiles {
  readonly #root: string;
  readonly #files = new Map<string, EditedState>();

  /** Paths are relative to `root`, where they are inside. */
  constructor(root: string) {
    this.#root = root;
  }

  see(edits: readonly FileChange[]): void {
    for (const { path, change, diff, movedTo, written } of edits)
      if (written !== false) this.#add(this.#name(path), { change, diff, to: movedTo ?? null });
  }

  #add(
    path: string,
    { change, diff, to }: { change: FileChange["change"]; diff: string | null; to: string | null },
  ): void {
    const before = this.#files.get(path) ?? { path, from: null, kind: "update" as const, changes: [] };
    const isNew = before.kind === "add" && this.#files.has(path);
    const name = change === "move" && to !== null ? this.#name(to) : path;
    this.#files.delete(path);
    // Created and deleted again: nothing is left of it.
    if (isNew && change === "delete") return;
    this.#files.set(name, {
      path: name,
      from: name === path || isNew ? before.from : (before.from ?? path),
      kind: isNew ? "add" : name !== path || before.kind === "move" ? moved(change) : change,
      changes: changesAfter(before.changes, change, diff),
    });
  }

  get changes(): readonly RunChange[] {
    return [...this.#files.values()].map(({ path, from, kind, changes }) => ({
      path,
      from,
      kind,
      ...linesChanged(changes),
      isByEdit: true,
    }));
  }

  #name(path: string): string {
    if (!isAbsolute(path)) return path.split(sep).join("/");
    return isInside(path, this.#root) ? relative(this.#root, path).split(sep).join("/") : path;
  }
}

function moved(change: FileChange["change"]): RunChange["kind"] {
  return change === "delete" ? "delete" : "move";
}

function changesAfter(
  before: readonly LineChange[] | null,
  change: FileChange["change"],
  diff: string | null,
): readonly LineChange[] | null {
  if (change === "move" && diff === null) return before;
  if (before === null || diff === null) return null;
  if (change === "add") return withEdit(before, [{ at: 0, removed: 0, added: linesOf(diff).length }]);
  if (change === "delete") return withEdit([], [{ at: 0, removed: linesOf(diff).length, added: 0 }]);
  if (diff === "") return before;
  const replacements = replacementsIn(diff);
  return replacements === null ? null : withEdit(before, replacements);
}

/** As people count lines. What only removes shows the line that is now there. */
export function linesChanged(
  changes: readonly LineChange[] | null,
): Pick<RunChange, "added" | "removed" | "lines" | "was"> {
  if (changes === null) return { added: null, removed: null, lines: [], was: [] };
  const sum = (count: (one: LineChange) => number) => changes.reduce((all, one) => all + count(one), 0);
  return {
    added: sum(({ newCount }) => newCount),
    removed: sum(({ oldCount }) => oldCount),
    lines: changes.map(({ newStart, newCount }) => range(newStart, newCount)),
    was: changes.map(({ oldStart, oldCount }) => range(oldStart, oldCount)),
  };
}

function range(start: number, size: number): { start: number; end: number } {
  return { start: start + 1, end: start + Math.max(size, 1) };
}
