import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./append-file.ts";

/** Writing files that are a person's. Every method throws what the machine said; nothing is retried here. */
export interface FileWriter {
  /** The permission bits of a file; null when there is none. */
  modeOf(path: string): number | null;
  /**
   * The old content stands until the new one does, which then would survive a power cut. `temporary` lies in the same
   * folder and is gone afterwards; a null `mode` is what the system gives a new file, a null `mtimeMs` is now.
   */
  replace(path: string, content: Uint8Array, how: Replacement): void;
  /** Returns when it would stay removed; nothing happens when it is not there. */
  remove(path: string): void;
  /** Nothing happens when it holds something or is gone. */
  removeEmptyFolder(path: string): void;
}

interface Replacement {
  readonly temporary: string;
  readonly mode: number | null;
  readonly mtimeMs: number | null;
}

export const nodeFileWriter: FileWriter = {
  modeOf: (path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found ? found.mode & 0o777 : null;
  },
  replace(path, content, { temporary, mode, mtimeMs }) {
    try {
      const file = openSync(temporary, "wx", 0o666);
      try {
        writeFileSync(file, content);
        if (mode !== null) fchmodSync(file, mode & 0o777);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      if (mtimeMs !== null) utimesSync(temporary, mtimeMs / 1000, mtimeMs / 1000);
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    syncFolder(dirname(path));
  },
  remove(path) {
    rmSync(path, { force: true });
    if (statSync(dirname(path), { throwIfNoEntry: false })) syncFolder(dirname(path));
  },
  removeEmptyFolder(path) {
    try {
      rmdirSync(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "ENOENT") throw error;
    }
  },
};

/** A file of ours with any bytes, readable by its owner only, and so its folder. Returns when it would survive a power cut. */
export function writePrivateFile(path: string, content: Uint8Array): void {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  nodeFileWriter.replace(path, content, { temporary: `${path}.tmp`, mode: 0o600, mtimeMs: null });
  if (made !== undefined) syncFolder(dirname(made));
}
