import { SessionError, type Warning } from "@reprise/model";
import type { Files, FolderLook } from "../host/files.ts";

/** Looks into places that may refuse: what cannot be read becomes a warning, and the rest is still found. */
export class Lookout {
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

  /** Null when there is no such folder, or nobody may look into it. */
  into(
    folder: string,
    files: Files,
    isWanted: (name: string, kind: "file" | "other") => boolean,
  ): FolderLook | null {
    const look = this.at(folder, () => files.look(folder, isWanted));
    for (const { name, error } of look?.refused ?? [])
      this.warnings.push({ kind: "unreadable", path: `${folder}/${name}`, detail: error.message });
    return look;
  }
}
