import { constants } from "node:fs";
import { type FileHandle, mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { checkRegular } from "./open-file.ts";

/** An existing file to append to without blocking the event loop. Methods throw the system's error; nothing is retried. */
export interface GrowingFile {
  /** Includes the bytes of a partly failed append. */
  readonly sizeBytes: number;
  append(bytes: Uint8Array): Promise<void>;
  /** On return everything appended survives a power cut. */
  sync(): Promise<void>;
  truncate(sizeBytes: number): Promise<void>;
  /** False: its name now belongs to another file, or is gone. */
  isInPlace(): Promise<boolean>;
  close(): Promise<void>;
}

export async function openGrowingFile(path: string): Promise<GrowingFile> {
  const { O_APPEND, O_RDWR } = constants;
  checkRegular(path, await stat(path));
  const file = await open(path, O_RDWR | O_APPEND);
  try {
    const found = await file.stat();
    checkRegular(path, found);
    return growing(path, file, found);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function growing(path: string, file: FileHandle, found: { ino: number; size: number }): GrowingFile {
  let size = found.size;
  return {
    get sizeBytes() {
      return size;
    },
    async append(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, at);
        at += bytesWritten;
        size += bytesWritten;
      }
    },
    sync: () => file.datasync(),
    async truncate(sizeBytes) {
      await file.truncate(sizeBytes);
      size = sizeBytes;
    },
    async isInPlace() {
      const named = await stat(path).catch(() => null);
      return named?.ino === found.ino;
    },
    close: () => file.close(),
  };
}

/** On return the names in the folder survive a power cut. */
export async function syncFolderSoon(folder: string): Promise<void> {
  const opened = await open(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** With its parents, for the owner only. Durable on return. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolderSoon(dirname(made));
}
