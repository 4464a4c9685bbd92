import { SessionError } from "@reprise/model";
import { fileBytes } from "../host/files/file-bytes.ts";
import { nodeFiles } from "../host/files/node-files.ts";
import { saveStream } from "../host/files/replace-file.ts";
import { removeFile } from "../host/files/set-aside.ts";

export interface NewFile {
  readonly from: string;
  readonly to: string;
  readonly isNew: boolean;
}

/** Creates all new files, then does the rest; if anything fails, removes those that it created. */
export async function placeFiles(files: readonly NewFile[], rest: () => Promise<void>): Promise<void> {
  const made: string[] = [];
  try {
    for (const { from, to, isNew } of files) {
      if (!isNew) continue;
      const modifiedMs = nodeFiles.stamp(from)?.mtimeMs;
      await saveStream(to, fileBytes(from), { replaces: false, mode: 0o600, modifiedMs });
      made.push(to);
    }
    await rest();
  } catch (error) {
    for (const path of made) removeFile(path);
    const { code, path } = error as NodeJS.ErrnoException;
    if (error instanceof SessionError || code === undefined) throw error;
    throw new SessionError("not-saved", `${path ?? "A file"} could not be written (${code}). Nothing was added.`, {
      cause: error,
    });
  }
}
