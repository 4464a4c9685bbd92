import { renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./append-file.ts";

/** Renames within the folder, replacing the target. Does nothing if missing. */
export function setAside(path: string, as: string): void {
  unlessMissing(() => renameSync(path, as));
}

/** Durable on return; missing files are fine. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
  unlessMissing(() => syncFolder(dirname(path)));
}

function unlessMissing(act: () => void): void {
  try {
    act();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  }
}
