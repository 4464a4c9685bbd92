import { renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./append-file.ts";

/** Gives a file another name in its folder, in place of what had that name. Nothing happens when it is not there. */
export function setAside(path: string, as: string): void {
  unlessMissing(() => renameSync(path, as));
}

/** Gone for good when it returns; also when it was not there. */
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
