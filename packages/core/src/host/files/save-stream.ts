import { randomBytes } from "node:crypto";
import { type FileHandle, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolderSoon } from "./growing-file.ts";

export interface SaveStreamOptions {
  /** False: throws `EEXIST` if the name is taken. */
  readonly replaces: boolean;
  readonly mode?: number | undefined;
  readonly modifiedMs?: number | undefined;
}

/** All of it or nothing, durable on return. Nothing is left behind when `bytes` throws. Returns the size. */
export async function saveStream(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { replaces, mode = 0o600, modifiedMs }: SaveStreamOptions,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    let sizeBytes = 0;
    try {
      sizeBytes = await writeAll(file, bytes);
      await finish(file, { mode, modifiedMs });
      await file.sync();
    } finally {
      await file.close();
    }
    // Unlike a rename, a link never replaces another file.
    await (replaces ? rename(temporary, path) : link(temporary, path));
    await syncFolderSoon(dirname(path));
    return sizeBytes;
  } finally {
    await rm(temporary, { force: true });
  }
}

export async function writeAll(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten;
    size += piece.length;
  }
  return size;
}

export async function finish(
  file: FileHandle,
  { mode, modifiedMs }: { readonly mode: number; readonly modifiedMs: number | undefined },
): Promise<void> {
  await file.chmod(mode);
  if (modifiedMs !== undefined) await file.utimes(modifiedMs / 1000, modifiedMs / 1000);
}
