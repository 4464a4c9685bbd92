import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { SessionError } from "@reprise/model";
import type { FolderLook } from "./files.ts";
import { refusalOf, unlessMissing } from "./unless-missing.ts";

const quietly = { throwIfNoEntry: false } as const;

export function lookInto(
  folder: string,
  isWanted: (name: string, kind: "file" | "other") => boolean,
): FolderLook | null {
  const entries = unlessMissing(folder, () => readdirSync(folder, { withFileTypes: true }));
  return entries && stamped(folder, entries, isWanted);
}

function stamped(
  folder: string,
  entries: readonly Dirent[],
  isWanted: (name: string, kind: "file" | "other") => boolean,
): FolderLook {
  const folders: string[] = [];
  const others: string[] = [];
  const names: string[] = [];
  const refused: FolderLook["refused"][number][] = [];
  const stamps = new Float64Array(entries.length * 3);
  let used = 0;
  for (const entry of entries) {
    const { name } = entry;
    if (entry.isDirectory()) {
      folders.push(name);
      continue;
    }
    const isFile = entry.isFile();
    if (!isFile) others.push(name);
    if (!isWanted(name, isFile ? "file" : "other")) continue;
    const found = seen(`${folder}/${name}`);
    if (!found) continue;
    if (found instanceof SessionError) {
      refused.push({ name, error: found });
      continue;
    }
    names.push(name);
    stamps[used++] = found.size;
    stamps[used++] = found.mtimeMs;
    stamps[used++] = found.ino;
  }
  return { folders, others, names, stamps: stamps.subarray(0, used), refused };
}

/** Null: it has just gone, or leads nowhere. */
function seen(path: string): Stats | SessionError | null {
  try {
    return statSync(path, quietly) ?? null;
  } catch (error) {
    return refusalOf(path, error);
  }
}
