import { SessionError, type Warning } from "@reprise/model";
import type { FileStamp, Files, FolderContents, FolderEntry } from "../../host/files/files.ts";
import { hasLostName } from "../../host/files/open-file.ts";

export const noStamp: FileStamp = { sizeBytes: 0, mtimeMs: 0, inode: 0 };

/** Turns read errors into warnings, so the rest is still found. */
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

  /** Stamp of a folder entry: zeros if access is denied, a link is dangling or the name is not UTF-8. Null: it was just removed. */
  stamp(path: string, { kind }: Pick<FolderEntry, "kind">, files: Files): FileStamp | null {
    try {
      return files.stamp(path) ?? (kind === "other" || hasLostName(path) ? noStamp : null);
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      return noStamp;
    }
  }

  /** Null if the folder does not exist or cannot be read. */
  into(folder: string, files: Files, isWanted: (name: string) => boolean): FolderContents | null {
    return this.at(folder, () => files.look(folder, isWanted));
  }
}
