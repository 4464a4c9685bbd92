import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { join, relative } from "node:path";

/** `sha256`: of the content, or of a symbolic link's target; empty if unreadable, such as a socket. */
export type FileMark = { sha256: string; sizeBytes: number; modifiedNs: bigint };
export type TreeHash = ReadonlyMap<string, FileMark>;
export type TreeChange = { path: string; change: "added" | "removed" | "content" | "time" };

/** Every file below a folder by its relative path; empty for a missing folder. */
export async function hashTree(root: string): Promise<TreeHash> {
  const paths = await filesBelow(root);
  const marks = new Map<string, FileMark>();
  for (const path of paths.sort()) marks.set(relative(root, path), await markOf(path));
  return marks;
}

/** Differences by path; empty if nothing changed, not even a time. */
export function compareTrees(before: TreeHash, after: TreeHash): TreeChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const change = changeOf(before.get(path), after.get(path));
    return change ? [{ path, change }] : [];
  });
}

function changeOf(before: FileMark | undefined, after: FileMark | undefined): TreeChange["change"] | null {
  if (!before) return "added";
  if (!after) return "removed";
  if (before.sha256 !== after.sha256 || before.sizeBytes !== after.sizeBytes) return "content";
  return before.modifiedNs === after.modifiedNs ? null : "time";
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

async function markOf(path: string): Promise<FileMark> {
  const stat = await lstat(path, { bigint: true });
  const hash = createHash("sha256");
  if (stat.isSymbolicLink()) hash.update(await readlink(path));
  else if (stat.isFile()) for await (const chunk of createReadStream(path)) hash.update(chunk);
  const sha256 = stat.isSymbolicLink() || stat.isFile() ? hash.digest("hex") : "";
  return { sha256, sizeBytes: Number(stat.size), modifiedNs: stat.mtimeNs };
}
