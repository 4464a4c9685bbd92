import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import type { FolderContents } from "./files.ts";
import { hasLostName } from "./open-file.ts";
import { refusalOf, unlessMissing } from "./unless-missing.ts";

const quietly = { throwIfNoEntry: false } as const;

export function readFolder(folder: string, isWanted: (name: string) => boolean): FolderContents | null {
  const entries = unlessMissing(folder, () => readdirSync(folder, { withFileTypes: true }));
  return entries && stamped(folder, entries, isWanted);
}

function stamped(folder: string, entries: readonly Dirent[], isWanted: (name: string) => boolean): FolderContents {
  const folders: string[] = [];
  const others: string[] = [];
  const names: string[] = [];
  const stamps = new Float64Array(entries.length * 3);
  let used = 0;
  for (const entry of entries) {
    const { name } = entry;
    if (entry.isDirectory()) folders.push(name);
    else if (!entry.isFile()) others.push(name);
    if (!isWanted(name)) continue;
    const found = seen(`${folder}/${name}`, entry);
    if (!found) continue;
    names.push(name);
    stamps[used++] = found.size;
    stamps[used++] = found.mtimeMs;
    stamps[used++] = found.ino;
  }
  return { folders, others, names, stamps: stamps.subarray(0, used) };
}

const unknown = { size: 0, mtimeMs: 0, ino: 0 };

/** Null if it is already gone. */
function seen(path: string, entry: Dirent): Pick<Stats, "size" | "mtimeMs" | "ino"> | null {
  try {
    return statSync(path, quietly) ?? (entry.isSymbolicLink() || hasLostName(entry.name) ? unknown : null);
  } catch (error) {
    return refusalOf(path, error) ? unknown : null;
  }
}
