import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./append-file.ts";

/**
 * The old content stands until the new one does. Readable by its owner only.
 * When it returns the new content would survive a power cut, unless `isDurable` is false: then it survives our death only.
 */
export function replaceFile(path: string, text: string, { isDurable = true } = {}): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(file, text);
      if (isDurable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  if (isDurable) syncFolder(folder);
}
