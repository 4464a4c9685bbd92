import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "../own-folders.ts";

/** Readable by its owner only, removed afterwards. */
export async function withTemporaryFile<T>(
  file: { readonly folder: string; readonly ending: string; readonly text: string },
  use: (path: string) => Promise<T>,
): Promise<T> {
  makePrivateFolder(file.folder);
  const path = join(file.folder, `${randomBytes(9).toString("hex")}${file.ending}`);
  try {
    writeFileSync(path, file.text, { flag: "wx", mode: 0o600 });
    return await use(path);
  } finally {
    rmSync(path, { force: true });
  }
}
