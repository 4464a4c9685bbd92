import { join, resolve } from "node:path";
import type { Files } from "../host/files.ts";

/** What is checked out in a folder, by its files alone. */
export interface Head {
  readonly branch: string | null;
  readonly commit: string | null;
}

const mostBytes = 4 * 1024 * 1024;

/** Null when the folder is not the root of a worktree. */
export function headOf(root: string, files: Files): Head | null {
  const own = ownGitFolder(root, files);
  const head = own && files.text(join(own, "HEAD"), mostBytes)?.trim();
  if (!own || !head) return null;
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (ref === undefined) return { branch: null, commit: head };
  const shared = files.text(join(own, "commondir"), mostBytes)?.trim();
  const folders = shared ? [own, resolve(own, shared)] : [own];
  const commit =
    folders.map((folder) => files.text(join(folder, ref), mostBytes)?.trim()).find((text) => text) ??
    packed(folders, ref, files);
  return { branch: ref.replace(/^refs\/heads\//, ""), commit };
}

function ownGitFolder(root: string, files: Files): string | null {
  const place = join(root, ".git");
  if (folderAt(place, files)) return place;
  const named = /^gitdir: (.+)/.exec(files.text(place, mostBytes) ?? "")?.[1]?.trim();
  return named ? resolve(root, named) : null;
}

function packed(folders: readonly string[], ref: string, files: Files): string | null {
  for (const folder of folders) {
    const row = files
      .text(join(folder, "packed-refs"), mostBytes)
      ?.split("\n")
      .find((line) => line.endsWith(` ${ref}`));
    if (row) return row.split(" ")[0] ?? null;
  }
  return null;
}

/** A `.git` that is a file cannot be listed. */
function folderAt(place: string, files: Files): boolean {
  try {
    return files.list(place) !== null;
  } catch {
    return false;
  }
}
