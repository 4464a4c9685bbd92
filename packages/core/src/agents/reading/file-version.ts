import type { FileStamp } from "../../host/files/files.ts";

/** The version of a rollout that is a file of its own: another file in its place has another inode. */
export function fileVersion({ sizeBytes, mtimeMs, inode }: FileStamp): string {
  return `${sizeBytes}-${mtimeMs}-${inode}`;
}
