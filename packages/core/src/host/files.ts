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

/** Sequential bytes of one file. */
export interface ByteReader {
  /** Fills from `at` on; returns how many bytes, 0 at the end. A plain file answers at once. */
  read(into: Buffer, at: number): number | Promise<number>;
  close(): void;
}

/** Reading. Every method throws `SessionError("unreadable")` when the machine refuses, and returns null when nothing is there. */
export interface Files {
  list(folder: string): readonly FolderEntry[] | null;
  stamp(path: string): FileStamp | null;
  /** A file ending in `.zst` is read decompressed; offsets are then of the decompressed bytes. */
  open(path: string, fromByte?: number): ByteReader | null;
  /** The whole of a small file; null when there is none, cut at `maxBytes`. */
  text(path: string, maxBytes: number): string | null;
  /** The path with symbolic links resolved; the path itself when it does not exist. */
  real(path: string): string;
}
