import type { FolderContents } from "../../host/files/files.ts";
import { fileVersion } from "./file-version.ts";
import type { RolloutFolder, RolloutRef } from "./source.ts";

/** A file as found, not identified yet. */
export interface FoundFile {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly version: string;
}

const fewLookups = 20;

/** Rollouts that are files of one folder. Names and threads are resolved on demand. */
export class FileFolder implements RolloutFolder {
  readonly folder: string;
  readonly #look: Pick<FolderContents, "names" | "stamps" | "isAsBefore">;
  readonly #refOf: (file: FoundFile) => RolloutRef;
  #rollouts: readonly RolloutRef[] | null = null;
  #byName: ReadonlyMap<string, number> | null = null;
  #lookupCount = 0;

  constructor(
    folder: string,
    look: Pick<FolderContents, "names" | "stamps" | "isAsBefore">,
    refOf: (file: FoundFile) => RolloutRef,
  ) {
    this.folder = folder;
    this.#look = look;
    this.#refOf = refOf;
  }

  get isAsBefore(): boolean {
    return this.#look.isAsBefore;
  }

  get marks(): Uint8Array {
    return marksOf(this.#look);
  }

  get rollouts(): readonly RolloutRef[] {
    this.#rollouts ??= this.#look.names.map((_, index) => this.#ref(index));
    return this.#rollouts;
  }

  find(key: string): RolloutRef | null {
    if (!key.startsWith(this.folder)) return null;
    const index = this.#indexOf(key.slice(this.folder.length + 1));
    return index === -1 ? null : this.#ref(index);
  }

  /** Searches names for a few lookups; a table pays off only for many. */
  #indexOf(name: string): number {
    this.#lookupCount += 1;
    if (this.#lookupCount <= fewLookups) return this.#look.names.indexOf(name);
    this.#byName ??= new Map(this.#look.names.map((one, index) => [one, index]));
    return this.#byName.get(name) ?? -1;
  }

  #ref(index: number): RolloutRef {
    const { names, stamps } = this.#look;
    const name = names[index] as string;
    const at = index * 3;
    const [sizeBytes = 0, mtimeMs = 0, inode = 0] = stamps.subarray(at, at + 3);
    const version = fileVersion({ sizeBytes, mtimeMs, inode });
    return this.#refOf({ name, path: `${this.folder}/${name}`, sizeBytes, mtimeMs, version });
  }
}

function marksOf({ names, stamps }: Pick<FolderContents, "names" | "stamps">): Uint8Array {
  const text = names.join("/");
  const marks = Buffer.allocUnsafe(stamps.byteLength + Buffer.byteLength(text));
  marks.set(new Uint8Array(stamps.buffer, stamps.byteOffset, stamps.byteLength));
  marks.write(text, stamps.byteLength);
  return marks;
}

/** The names and stamps that the marks of a `FileFolder` with so many files were made of; null if they are of something else. */
export function contentsIn(marks: Uint8Array, count: number): Pick<FolderContents, "names" | "stamps"> | null {
  const stampBytes = count * 3 * Float64Array.BYTES_PER_ELEMENT;
  if (marks.byteLength < stampBytes) return null;
  const bytes = Buffer.from(marks.buffer, marks.byteOffset, marks.byteLength);
  const names = count === 0 ? [] : bytes.toString("utf8", stampBytes).split("/");
  if (names.length !== count) return null;
  return { names, stamps: new Float64Array(marks.slice(0, stampBytes).buffer) };
}

/** Groups individually listed rollouts by the folder of their keys. */
export function foldersOf(located: readonly RolloutRef[]): RolloutFolder[] {
  const byFolder = Map.groupBy(located, ({ key }) => folderOf(key));
  return [...byFolder].map(([folder, rollouts]) => {
    let byKey: ReadonlyMap<string, RolloutRef> | null = null;
    return {
      folder,
      rollouts,
      isAsBefore: false,
      marks: Buffer.from(rollouts.map(({ key, version }) => `${key}\n${version}`).join("\n")),
      find(key) {
        byKey ??= new Map(rollouts.map((rollout) => [rollout.key, rollout]));
        return byKey.get(key) ?? null;
      },
    };
  });
}

export function folderOf(key: string): string {
  return key.slice(0, Math.max(key.lastIndexOf("/"), key.lastIndexOf("\\"), 0));
}
