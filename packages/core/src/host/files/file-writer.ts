import { lstatSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { writeWhole } from "./replace-file.ts";
import { syncFolder } from "./sync-folder.ts";

/** Writes the user's files. Methods throw the system's error; nothing is retried. */
export interface FileWriter {
  /** Null if there is no file. */
  modeOf(path: string): number | null;
  /** Atomic and durable on return. `temporary` is in the same folder and removed; a null `mode` is the default, a null `mtimeMs` is now. */
  replace(
    path: string,
    content: Uint8Array,
    how: { readonly temporary: string; readonly mode: number | null; readonly mtimeMs: number | null },
  ): void;
  /** Durable on return; does nothing if missing. */
  remove(path: string): void;
  /** Does nothing if it is not empty or is gone. */
  removeEmptyFolder(path: string): void;
}

export const nodeFileWriter: FileWriter = {
  modeOf: (path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found ? found.mode & 0o777 : null;
  },
  replace(path, content, { temporary, mode, mtimeMs }) {
    writeWhole(path, content, { replaces: true, temporary, mode, modifiedMs: mtimeMs });
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
