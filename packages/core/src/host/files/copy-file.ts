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

/** Readable by its owner only. Not `copyFile`: it hangs on a named pipe and on a source truncated meanwhile. */
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

/** Some file systems clone instantly. Uses the open file, since its path may change. */
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
