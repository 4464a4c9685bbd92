import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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

/** The same for a program that reads it while it runs: in a folder of its own, until `remove` is called. */
export function makeTemporaryFile(name: string, text: string): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "reprise-"));
  const path = join(folder, name);
  writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
