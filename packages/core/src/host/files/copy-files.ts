import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { copyFile } from "./copy-file.ts";
import { syncFolder } from "./sync-folder.ts";

export interface Copied {
  readonly original: string;
  readonly copy: string;
  readonly sizeBytes: number;
}

/** Durable on return, readable by the owner only. A copy longer than the original is kept: the original lost something since. */
export function copyFiles(paths: readonly string[], folder: string): readonly Copied[] {
  if (paths.length === 0) return [];
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copied = paths.map((original) => copyOne(original, join(folder, basename(original))));
  syncFolder(folder);
  return copied;
}

function copyOne(original: string, copy: string): Copied {
  const earlier = statSync(copy, { throwIfNoEntry: false });
  if (earlier && earlier.size > statSync(original).size) return { original, copy, sizeBytes: earlier.size };
  const temporary = `${copy}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    copyFile(original, temporary, { isDurable: true });
    renameSync(temporary, copy);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return { original, copy, sizeBytes: statSync(copy).size };
}
