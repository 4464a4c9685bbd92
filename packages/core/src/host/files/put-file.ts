import { randomBytes } from "node:crypto";
import { constants, createWriteStream, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { insideFolder } from "./inside-folder.ts";

export interface PutOptions {
  /** Before the umask. */
  readonly mode: number;
}

/**
 * Writes a file below a root, with its folders, in one step: readers see the old file or the new one. No symbolic link below
 * the root is followed; one in the place of the file is replaced. The root is a real path.
 */
export async function putFile(
  root: string,
  names: readonly string[],
  bytes: AsyncIterable<Uint8Array>,
  { mode }: PutOptions,
): Promise<void> {
  const folders = names.slice(0, -1);
  const name = names.at(-1) ?? "";
  const temporary = `.${randomBytes(9).toString("hex")}.tmp`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const inside = <Value>(use: (folder: string) => Value) => insideFolder(root, folders, { makes: true }, use);
  const file = inside((folder) => openSync(join(folder, temporary), flags, mode));
  try {
    await pipeline(bytes, createWriteStream("", { fd: file }));
    inside((folder) => renameSync(join(folder, temporary), join(folder, name)));
  } catch (error) {
    inside((folder) => rmSync(join(folder, temporary), { force: true }));
    throw error;
  }
}
