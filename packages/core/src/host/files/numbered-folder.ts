import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFolder } from "./sync-folder.ts";

/** A new folder with the first free number from 1 as its name. Two processes never get the same. Durable on return. */
export function makeNumberedFolder(parent: string): string {
  const made = mkdirSync(parent, { recursive: true });
  if (made !== undefined) syncFolder(dirname(made));
  for (let number = 1; ; number += 1) {
    const folder = join(parent, String(number));
    try {
      mkdirSync(folder);
      syncFolder(parent);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
