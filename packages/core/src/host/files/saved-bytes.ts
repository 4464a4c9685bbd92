import { createHash, type Hash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { SessionError } from "@reprise/model";
import { fileBytes } from "./file-bytes.ts";
import { saveStream } from "./replace-file.ts";
import { syncFolder } from "./sync-folder.ts";

export interface SavedBytes {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Saves bytes in a folder under their SHA-256. Durable when it resolves. */
export async function saveBytes(folder: string, bytes: AsyncIterable<Uint8Array>): Promise<SavedBytes> {
  const hash = createHash("sha256");
  const unnamed = join(folder, `${randomBytes(9).toString("hex")}.new`);
  const sizeBytes = await saveStream(unnamed, hashed(bytes, hash), { replaces: true });
  const sha256 = hash.digest("hex");
  renameSync(unnamed, join(folder, sha256));
  syncFolder(folder);
  return { sha256, sizeBytes };
}

/** Saved bytes again. Throws `SessionError` if they are gone or changed; then do not use what was read. */
export async function* readBytes(folder: string, { sha256 }: SavedBytes): AsyncGenerator<Uint8Array, void, undefined> {
  const path = join(folder, sha256);
  if (!existsSync(path))
    throw new SessionError("unreadable", `${path} is missing. Put it back, or begin another chat.`);
  const hash = createHash("sha256");
  yield* hashed(fileBytes(path), hash);
  if (hash.digest("hex") !== sha256)
    throw new SessionError(
      "unreadable",
      `${path} is damaged: its SHA-256 is not its name. Put it back, or begin another chat.`,
    );
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

/** Removes what is not in `kept`, and what a crash left unfinished. Nothing if the system refuses. */
export function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  try {
    for (const name of readdirSync(folder))
      if (!kept.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // The next one tries again.
  }
}

/** Puts a folder in the place of another one, if there is one. */
export function replaceFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
}

/** An empty folder in place of whatever is there. */
export function makeEmptyFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
}
