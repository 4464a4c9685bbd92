import { type FileChange, type Item, isWritten, type WorkStatus } from "@reprise/model";
import { dropOldest, type Positioned } from "./rewindable.ts";

interface Touch extends Positioned {
  readonly turn: number;
  readonly change: FileChange["change"] | "renamed-here";
  readonly status: WorkStatus;
  /** Of a file that was renamed: its name before, and after. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A file as the session left it. */
export interface TouchedFile {
  readonly path: string;
  readonly done: "added" | "modified" | "deleted" | "renamed" | "moved away" | "added, then deleted";
  /** The name before it was renamed. */
  readonly from: string | null;
  readonly turn: number;
  /** Not `done`: whether the last change was made is not known. */
  readonly status: WorkStatus;
}

type Change = Pick<FileChange, "path" | "change" | "movedTo">;

const mostPaths = 2000;
const lastKept = 3;
const mostTakenBack = 100;

/** The files that a session changed, ready to be rewound. */
export class TouchedFiles {
  readonly #files = new Map<string, readonly Touch[]>();
  readonly #takenBack = new Set<string>();

  /** A failed edit can leave some of its files written: those are changed like any other. The rest is told as failing. */
  edited(item: Item & { kind: "edit" }, at: Positioned & { readonly turn: number }): void {
    for (const change of item.changes) {
      const written = isWritten(item, change);
      if (written || item.status === "open") this.take([change], written ? "done" : "open", at);
    }
  }

  take(
    changes: readonly Change[],
    status: WorkStatus,
    { place, turn }: Positioned & { readonly turn: number },
  ): void {
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
    // The first says whether the file was there before.
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

  /** Changed only in turns that were taken back. */
  dropped(paths: readonly string[]): void {
    for (const path of paths) this.#takenBack.add(path);
    dropOldest(this.#takenBack, mostTakenBack);
  }

  /** The last change first. */
  list(): TouchedFile[] {
    return [...this.#files]
      .flatMap(([path, touches]) => stateOf(path, touches))
      .sort((a, b) => b.place - a.place)
      .map(({ file }) => file);
  }

  /** Files that only turns which were taken back have changed; they may be changed still. */
  takenBack(): string[] {
    return [...this.#takenBack].filter((path) => !this.#files.has(path));
  }

  /** The paths of the last changes. */
  lastPaths(count: number): string[] {
    return [...this.#files.keys()].slice(-count);
  }
}

/** None where the file went to another name: it is listed by that. */
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
