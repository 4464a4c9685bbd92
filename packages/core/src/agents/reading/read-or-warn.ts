import { SessionError, type Warning } from "@reprise/model";
import type { FileStamp, Files, FolderContents, FolderEntry } from "../../host/files/files.ts";
import { hasLostName } from "../../host/files/open-file.ts";

export const noStamp: FileStamp = { sizeBytes: 0, mtimeMs: 0, inode: 0 };

/** Looks into places that may refuse: what cannot be read becomes a warning, and the rest is still found. */
export class ReadOrWarn {
  readonly warnings: Warning[] = [];

  at<T>(path: string, look: () => T): T | null {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      this.warnings.push({ kind: "unreadable", path, detail: error.message });
      return null;
    }
  }

  /** Of an entry of a folder: zeros where the machine refuses, a link leads nowhere, or the name is not UTF-8. Null: it has just gone. */
  stamp(path: string, { kind }: Pick<FolderEntry, "kind">, files: Files): FileStamp | null {
    try {
      return files.stamp(path) ?? (kind === "other" || hasLostName(path) ? noStamp : null);
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      return noStamp;
    }
  }

  /** Null when there is no such folder, or nobody may look into it. */
  into(folder: string, files: Files, isWanted: (name: string) => boolean): FolderContents | null {
    return this.at(folder, () => files.look(folder, isWanted));
  }
}
