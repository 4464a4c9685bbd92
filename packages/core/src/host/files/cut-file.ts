import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./append-file.ts";
import { readStart } from "./open-file.ts";

/** Keeps the file under the first free name, then puts its first bytes in its place, in one step. Durable on return. */
export function cutFile(path: string, sizeBytes: number, names: Iterable<string>): void {
  const { mode } = statSync(path);
  const bytes = readStart(path, sizeBytes);
  keepAs(path, names);
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(file, bytes);
      fchmodSync(file, mode & 0o777);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(dirname(path));
}

function keepAs(path: string, names: Iterable<string>): void {
  for (const name of names) if (isPut(path, name)) return syncFolder(dirname(path));
}

/** False if the name is taken. A copy where the disk has no links. */
export function isPut(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code === "ENOENT") throw error;
  }
  try {
    writeFileSync(name, readStart(path, Number.MAX_SAFE_INTEGER), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
