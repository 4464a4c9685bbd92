import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { openRegularFile } from "./open-file.ts";

/**
 * Copies a regular file, readable by its owner only. Not by `copyFile`, which waits for ever on a named pipe, and never
 * ends when its source is cut off meanwhile, as a log is when it is begun anew.
 */
export function copyFile(from: string, to: string, { isDurable = false } = {}): void {
  const source = openRegularFile(from);
  try {
    const isCopied = isCloned(source, to);
    const target = openSync(to, isCopied ? "r+" : "w", 0o600);
    try {
      if (!isCopied) copyBytes(source, target);
      if (isCopied) fchmodSync(target, 0o600);
      if (isDurable) fsyncSync(target);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

function copyBytes(source: number, target: number): void {
  const piece = Buffer.allocUnsafe(1024 * 1024);
  for (let at = 0; ; ) {
    const count = readSync(source, piece, 0, piece.length, at);
    if (count === 0) return;
    for (let done = 0; done < count; ) done += writeSync(target, piece, done, count - done, at + done);
    at += count;
  }
}

/** Some file systems copy whole files in no time. By the open file, since its path may lead elsewhere by now. */
function isCloned(source: number, to: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    copyFileSync(`/proc/self/fd/${source}`, to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    rmSync(to, { force: true });
    return false;
  }
}
