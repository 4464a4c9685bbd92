import { lstatSync, readdirSync } from "node:fs";
import { unlessMissing } from "./unless-missing.ts";

/** A directory entry, without following links. */
interface EntryAt {
  readonly kind: "file" | "folder" | "link" | "other";
  /** Equal for all names of one file or folder. */
  readonly id: string;
}

/** Null if missing. Throws `SessionError("unreadable")` if the system refuses. */
export function entryAt(path: string): EntryAt | null {
  return unlessMissing(path, () => {
    const found = lstatSync(path, { bigint: true });
    const kind = found.isFile() ? "file" : found.isDirectory() ? "folder" : found.isSymbolicLink() ? "link" : "other";
    return { kind, id: `${found.dev}:${found.ino}` };
  });
}

/** False also for a link to one, and for what cannot be read. */
export function isEmptyFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory() && readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
