import { type FileChange, type Item, isWritten, type WorkStatus } from "@reprise/model";
import { dropOldest, type Positioned } from "./rewindable.ts";

interface Touch extends Positioned {
  readonly turn: number;
  readonly change: FileChange["change"] | "renamed-here";
  readonly status: WorkStatus;
  /** For a renamed file: its old and new name. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A file as the session left it. */
export interface TouchedFile {
  readonly path: string;
  readonly done: "added" | "modified" | "deleted" | "renamed" | "moved away" | "added, then deleted";
  /** The name before a rename. */
  readonly from: string | null;
  readonly turn: number;
  /** If not `done`: it is unknown whether the last change was made. */
  readonly status: WorkStatus;
}

type Change = Pick<FileChange, "path" | "change" | "movedTo">;

const mostPaths = 2000;
const lastKept = 3;
const mostTakenBack = 100;

/** Files changed by a session; can be rewound. */
export class TouchedFiles {
  readonly #files = new Map<string, readonly Touch[]>();
  readonly #takenBack = new Set<string>();

  /** A failed edit may have written some of its files: those count as changed. The rest is listed as failing. */
  edited(item: Item & { kind: "edit" }, at: Positioned & { readonly turn: number }): void {
    for (const change of item.changes) {
      const written = isWritten(item, change);
      if (written || item.status === "open") this.take([change], written ? "done" : "open", at);
    }
  }

  take(changes: readonly Change[], status: WorkStatus, { place, turn }: Positioned & { readonly turn: number }): void {
    for (const { path, change, movedTo } of changes) {
      const touch = { place, turn, status, from: null, to: null };
      this.#push(path, { ...touch, change, to: movedTo ?? null });
      if (movedTo !== undefined) this.#push(movedTo, { ...touch, change: "renamed-here", from: path });
    }
    dropOldest(this.#files, mostPaths);
  }

  #push(path: string, touch: Touch): void {
    const touches = this.#files.get(path) ?? [];
    this.#files.delete(path);
    // The first touch shows whether the file existed before.
    this.#files.set(path, [...touches.slice(0, 1), ...touches.slice(1).slice(-lastKept), touch]);
  }

  takeBack(from: number): void {
    for (const [path, touches] of this.#files) {
      const kept = touches.filter(({ place }) => place < from);
      if (kept.length === touches.length) continue;
      if (kept.length > 0) this.#files.set(path, kept);
      else {
        this.#files.delete(path);
        this.dropped([path]);
      }
    }
  }

  /** Changed only in rewound turns. */
  dropped(paths: readonly string[]): void {
    for (const path of paths) this.#takenBack.add(path);
    dropOldest(this.#takenBack, mostTakenBack);
  }

  /** Last change first. */
  list(): TouchedFile[] {
    return [...this.#files]
      .flatMap(([path, touches]) => stateOf(path, touches))
      .sort((a, b) => b.place - a.place)
      .map(({ file }) => file);
  }

  /** Files changed only in rewound turns; the changes may still be on disk. */
  takenBack(): string[] {
    return [...this.#takenBack].filter((path) => !this.#files.has(path));
  }

  lastPaths(count: number): string[] {
    return [...this.#files.keys()].slice(-count);
  }
}

/** Empty if the file was renamed: it is listed under the new name. */
function stateOf(path: string, touches: readonly Touch[]): { place: number; file: TouchedFile }[] {
  const last = touches.at(-1);
  if (!last || (last.to !== null && last.status === "done")) return [];
  const from = touches.findLast((touch) => touch.from !== null)?.from ?? null;
  const file = { path, done: doneTo(touches, last, from), from, turn: last.turn, status: last.status };
  return [{ place: last.place, file }];
}

function doneTo(touches: readonly Touch[], last: Touch, from: string | null): TouchedFile["done"] {
  const isNew = touches[0]?.change === "add";
  if (last.change === "move") return "moved away";
  if (last.change === "delete") return isNew ? "added, then deleted" : "deleted";
  if (from !== null) return "renamed";
  return isNew ? "added" : "modified";
}
