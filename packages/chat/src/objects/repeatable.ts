import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { contentOf, type ObjectContent } from "./object-store.ts";

interface Repeatable {
  readonly sha256: string;
  readonly content: ObjectContent;
  remove(): Promise<void>;
}

const mostInMemory = 1024 * 1024;

/** Bytes that come once, kept until `remove`: in memory, or in a file of that folder if there are many. */
export async function repeatable(bytes: AsyncIterable<Uint8Array>, folder: string): Promise<Repeatable> {
  const path = join(folder, randomUUID());
  const remove = () => rm(path, { force: true });
  const hash = createHash("sha256");
  const held: Uint8Array[] = [];
  let sizeBytes = 0;
  let file: FileHandle | null = null;
  try {
    for await (const piece of bytes) {
      hash.update(piece);
      sizeBytes += piece.length;
      if (file !== null) await file.writeFile(piece);
      else held.push(piece);
      if (file !== null || sizeBytes <= mostInMemory) continue;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      file = await open(path, "wx", 0o600);
      for (const one of held.splice(0)) await file.writeFile(one);
    }
  } catch (error) {
    await remove();
    throw error;
  } finally {
    await file?.close();
  }
  const inFile = { sizeBytes, bytes: () => createReadStream(path) as AsyncIterable<Uint8Array> };
  return {
    sha256: hash.digest("hex"),
    content: file === null ? contentOf(Buffer.concat(held)) : inFile,
    remove,
  };
}
