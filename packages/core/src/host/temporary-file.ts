import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file for another program to read, its owner's alone, and gone afterwards. */
export async function withTemporaryFile<T>(
  file: { readonly folder: string; readonly ending: string; readonly text: string },
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (mkdirSync(file.folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(file.folder, 0o700);
  const path = join(file.folder, `${randomBytes(9).toString("hex")}${file.ending}`);
  try {
    writeFileSync(path, file.text, { flag: "wx", mode: 0o600 });
    return await use(path);
  } finally {
    rmSync(path, { force: true });
  }
}
