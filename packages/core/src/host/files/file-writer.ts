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

/** Writes the user's files. Methods throw the system's error; nothing is retried. */
export interface FileWriter {
  /** Null if there is no file. */
  modeOf(path: string): number | null;
  /** Atomic and durable on return. `temporary` is in the same folder and removed; a null `mode` is the default, a null `mtimeMs` is now. */
  replace(path: string, content: Uint8Array, how: Replacement): void;
  /** Durable on return; does nothing if missing. */
  remove(path: string): void;
  /** Does nothing if it is not empty or is gone. */
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

/** Readable by its owner only, like its folder. Durable on return. */
export function writePrivateFile(path: string, content: Uint8Array): void {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  nodeFileWriter.replace(path, content, { temporary: `${path}.tmp`, mode: 0o600, mtimeMs: null });
  if (made !== undefined) syncFolder(dirname(made));
}
