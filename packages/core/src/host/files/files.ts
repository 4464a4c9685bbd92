/** What tells one version of a file from another without opening it. */
export interface FileStamp {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "other";
}

/** What a folder holds, seen in one look: ten thousand files are looked at without an object for each. */
export interface FolderContents {
  /** Folders in it; a link to one is not among them. */
  readonly folders: readonly string[];
  /** Links, and whatever else is neither a file nor a folder. */
  readonly others: readonly string[];
  /** What was wanted, whatever it is: what is no regular file, or a link that leads nowhere, cannot be opened. */
  readonly names: readonly string[];
  /** Size, time of change and inode of each of `names`: three numbers a name, as in a `FileStamp`; zeros where the machine refuses. */
  readonly stamps: Float64Array;
}

/** Sequential bytes of one file. */
export interface ByteReader {
  /** Fills from `at` on; returns how many bytes, 0 at the end. A plain file answers at once. */
  read(into: Buffer, at: number): number | Promise<number>;
  close(): void;
}

/**
 * Reading. Every method throws `SessionError("unreadable")` when the machine refuses, and returns null when nothing is there.
 * Only regular files, and links to them, are opened; for anything else the error names its kind.
 */
export interface Files {
  list(folder: string): readonly FolderEntry[] | null;
  stamp(path: string): FileStamp | null;
  /** Lists a folder and stamps what is wanted of it. */
  look(folder: string, isWanted: (name: string) => boolean): FolderContents | null;
  /** A file ending in `.zst` is read decompressed; offsets are then of the decompressed bytes. */
  open(path: string, fromByte?: number): ByteReader | null;
  /** The whole of a small file; null when there is none, cut at `maxBytes`. */
  text(path: string, maxBytes: number): string | null;
  /** The path with symbolic links resolved; the path itself when it does not exist. */
  real(path: string): string;
}
