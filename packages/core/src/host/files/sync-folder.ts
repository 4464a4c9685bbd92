import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** On return the names in the folder survive a power cut. Windows keeps them by itself, and refuses to flush a folder. */
export function syncFolder(folder: string, platform: NodeJS.Platform = process.platform): void {
  if (platform === "win32") return;
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** With its parents, for the owner only. Durable on return. */
export function makeFolder(folder: string): string {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) syncFolder(dirname(made));
  return folder;
}
