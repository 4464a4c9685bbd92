import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SessionError } from "@reprise/model";
import { type FileAttributes, setAttributes, writeAll } from "./replace-file.ts";
import { syncFolder } from "./sync-folder.ts";

interface NewFile extends FileAttributes {
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A folder that appears with all of its files or not at all. */
interface NewFolder {
  /** `names`: the folders and the file name, checked by the caller. Throws if the file exists. */
  write(names: readonly string[], file: NewFile): Promise<void>;
  /** Throws `SessionError` if the folder has appeared meanwhile. Survives our death, not a power cut. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Readable by its owner only. Throws `SessionError("refused")` if it exists. */
export async function makeNewFolder(folder: string): Promise<NewFolder> {
  await checkFree(folder);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const temporary = `${folder}.${randomBytes(6).toString("hex")}.tmp`;
  await mkdir(temporary, { mode: 0o700 });
  return {
    async write(names, { bytes, ...attributes }) {
      const path = join(temporary, ...names);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, "wx", 0o600);
      try {
        await writeAll(file.fd, bytes);
        setAttributes(file.fd, attributes);
      } finally {
        await file.close();
      }
    },
    async commit() {
      await checkFree(folder);
      await rename(temporary, folder);
      syncFolder(dirname(folder));
    },
    discard: () => rm(temporary, { recursive: true, force: true }),
  };
}

async function checkFree(folder: string): Promise<void> {
  const found = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found) throw new SessionError("refused", `${folder} exists. Name a folder that does not exist yet.`);
}
