import { renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./sync-folder.ts";
import { ifThere } from "./unless-missing.ts";

/** Renames within the folder, replacing the target. Does nothing if missing. */
export function setAside(path: string, as: string): void {
  ifThere(() => renameSync(path, as));
}

/** Durable on return; missing files are fine. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
  ifThere(() => syncFolder(dirname(path)));
}
