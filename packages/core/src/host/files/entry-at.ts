import { lstatSync } from "node:fs";
import { unlessMissing } from "./unless-missing.ts";

/** What has a name in a folder, seen without following a link. */
interface EntryAt {
  readonly kind: "file" | "folder" | "link" | "other";
  /** The same for every name of one file or folder. */
  readonly id: string;
}

/** Null when nothing is there. Throws `SessionError("unreadable")` when the machine refuses. */
export function entryAt(path: string): EntryAt | null {
  return unlessMissing(path, () => {
    const found = lstatSync(path, { bigint: true });
    const kind = found.isFile()
      ? "file"
      : found.isDirectory()
        ? "folder"
        : found.isSymbolicLink()
          ? "link"
          : "other";
    return { kind, id: `${found.dev}:${found.ino}` };
  });
}
