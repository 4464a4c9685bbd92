import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import type { FolderBefore, FolderContents } from "./files.ts";
import { isLasting, proofOf } from "./folder-proof.ts";
import { hasLostName } from "./open-file.ts";
import { refusalOf, unlessMissing } from "./unless-missing.ts";
import { prefixIn } from "./visited-folder.ts";

const quietly = { throwIfNoEntry: false } as const;

export function readFolder(
  folder: string,
  isWanted: (name: string) => boolean,
  before: FolderBefore | null = null,
): FolderContents | null {
  // Before its entries: what changes meanwhile makes it another one.
  const proof = unlessMissing(folder, () => proofOf(folder));
  if (before !== null && proof !== null && proof === before.proof) {
    const again = stampedAgain(folder, before);
    if (again) return again;
  }
  const entries = unlessMissing(folder, () => readdirSync(folder, { withFileTypes: true }));
  if (!entries) return null;
  return { ...stamped(folder, entries, isWanted), proof: proof !== null && isLasting(proof, folder) ? proof : null };
}

/** By the names of before. Null if one of the files is gone after all. */
function stampedAgain(folder: string, before: FolderBefore): FolderContents | null {
  const { names, others } = before;
  const stamps = new Float64Array(names.length * 3);
  const prefix = prefixIn(folder, names.length);
  let used = 0;
  for (const name of names) {
    const found = seen(`${prefix}${name}`, name, others.length > 0 && others.includes(name));
    if (!found) return null;
    stamps[used++] = found.size;
    stamps[used++] = found.mtimeMs;
    stamps[used++] = found.ino;
  }
  return { ...before, stamps, isAsBefore: stamps.every((number, at) => number === before.stamps[at]) };
}

function stamped(
  folder: string,
  entries: readonly Dirent[],
  isWanted: (name: string) => boolean,
): Omit<FolderContents, "proof"> {
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
    const found = seen(`${folder}/${name}`, name, entry.isSymbolicLink());
    if (!found) continue;
    names.push(name);
    stamps[used++] = found.size;
    stamps[used++] = found.mtimeMs;
    stamps[used++] = found.ino;
  }
  return { folders, others, names, stamps: stamps.subarray(0, used), isAsBefore: false };
}

const unknown = { size: 0, mtimeMs: 0, ino: 0 };

/** Null if it is already gone. */
function seen(path: string, name: string, isLink: boolean): Pick<Stats, "size" | "mtimeMs" | "ino"> | null {
  try {
    return statSync(path, quietly) ?? (isLink || hasLostName(name) ? unknown : null);
  } catch (error) {
    return refusalOf(path, error) ? unknown : null;
  }
}
