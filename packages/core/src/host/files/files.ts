/**
 * Files of this machine, read and written.
 *
 * - how they are read: this file (the contract), node-files.ts, open-file.ts (never a pipe or a device), file-bytes.ts
 * - which there are: read-folder.ts (what saves time: folder-proof.ts, visited-folder.ts), walk-files.ts, files-below.ts; which have changed: folder-tree.ts, watch-folders.ts
 * - one that is replaced whole: replace-file.ts; below a root that may have hostile links: put-file.ts, inside-folder.ts
 * - one that others write at the same moment: rewrite-file.ts; one that grows, for core/log only: append-file.ts
 * - bytes under their hash: saved-bytes.ts; files of a person, put back: file-writer.ts
 * - new folders, whole or not at all: new-folder.ts, numbered-folder.ts; for a while: temporary-folder.ts, temporary-file.ts
 * - files that wait for their next use: parked-files.ts
 * - copies: copy-file.ts, copy-files.ts, take-over.ts
 * - who may write: lock.ts; what survives a power cut: sync-folder.ts; what is missing or refused: unless-missing.ts
 */

/** Identifies a version of a file without opening it. */
export interface FileStamp {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

/** Also if both are missing. */
export function isSameStamp(a: FileStamp | null, b: FileStamp | null): boolean {
  if (a === null || b === null) return a === b;
  return a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs && a.inode === b.inode;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "other";
}

/** A folder listing without an object per file, for ten thousands of files. */
export interface FolderContents {
  /** Without links to folders. */
  readonly folders: readonly string[];
  /** Links and other entries that are neither files nor folders. */
  readonly others: readonly string[];
  /** All wanted names, including entries that cannot be opened. */
  readonly names: readonly string[];
  /** Three numbers per name, as in a `FileStamp`; zeros if the system refuses. */
  readonly stamps: Float64Array;
  /** The same at a later look: no entry was added, removed or renamed since. Null: only listing the folder tells. */
  readonly proof: string | null;
  /** Everything is as at the look before. */
  readonly isAsBefore: boolean;
}

/** What an earlier look has found. */
export type FolderBefore = Pick<FolderContents, "folders" | "others" | "names" | "stamps" | "proof">;

/** Sequential bytes of one file. */
export interface ByteReader {
  /** Returns the number of bytes, 0 at the end. Synchronous for a plain file. */
  read(into: Buffer, at: number): number | Promise<number>;
  close(): void;
}

/** Methods throw `SessionError("unreadable")` if the system refuses and return null if nothing is there. Only regular files and links to them are opened. */
export interface Files {
  list(folder: string): readonly FolderEntry[] | null;
  stamp(path: string): FileStamp | null;
  /** When its content, name or times last changed: no program can set that. */
  changedMs(path: string): number | null;
  /** Stamps every wanted file. With `before`, of the same folder and the same wish, lists it only if its entries may have changed. */
  look(folder: string, isWanted: (name: string) => boolean, before?: FolderBefore | null): FolderContents | null;
  /** Runs looks that follow each other, which is quicker. `act` does not wait for anything. */
  together<T>(act: () => T): T;
  /** `.zst` files are decompressed; offsets are of the decompressed bytes. */
  open(path: string, fromByte?: number): ByteReader | null;
  /** Null if missing; truncated at `maxBytes`. */
  text(path: string, maxBytes: number): string | null;
  /** Resolves symbolic links; returns the path itself if it does not exist. */
  real(path: string): string;
}
