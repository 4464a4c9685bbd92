import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

export interface DiskTrouble {
  readonly code: "ENOSPC" | "EIO";
  /** Bytes that files still take. A write is cut there, as a full disk cuts it, and the next one fails. */
  readonly room: number;
  /** What is written cannot be made durable. */
  readonly refusesSync: boolean;
}

/** Every file of this process is on a disk with this trouble while `act` runs. */
export async function onFailingDisk<T>({ code, room, refusesSync }: DiskTrouble, act: () => Promise<T>): Promise<T> {
  let left = room;
  const refusal = () => Object.assign(new Error(`${code}: the disk refuses`), { code });
  const taken = (byteCount: number) => {
    if (left === 0 && byteCount > 0) throw refusal();
    const count = Math.min(left, byteCount);
    left -= count;
    return count;
  };
  const { write, writeSync, writeFileSync, fsync, fsyncSync, fdatasync } = fs;
  const bytesOf = (content: unknown) => (typeof content === "string" ? Buffer.from(content) : (content as Uint8Array));
  Object.assign(fs, {
    write(file: number, bytes: Uint8Array, at: number, count: number, _: null, done: (error: unknown) => void) {
      try {
        write(file, bytes, at, taken(count), null, done);
      } catch (error) {
        done(error);
      }
    },
    writeSync(file: number, content: unknown, at = 0) {
      const bytes = bytesOf(content);
      return writeSync(file, bytes, at, taken(bytes.length - at));
    },
    writeFileSync(target: number | string, content: unknown, options: never) {
      const bytes = bytesOf(content);
      const count = taken(bytes.length);
      writeFileSync(target, bytes.subarray(0, count), options);
      if (count < bytes.length) throw refusal();
    },
    fsyncSync(file: number) {
      if (refusesSync) throw refusal();
      fsyncSync(file);
    },
    fsync: (file: number, done: fs.NoParamCallback) => (refusesSync ? done(refusal()) : fsync(file, done)),
    fdatasync: (file: number, done: fs.NoParamCallback) => (refusesSync ? done(refusal()) : fdatasync(file, done)),
  });
  syncBuiltinESMExports();
  try {
    return await act();
  } finally {
    Object.assign(fs, { write, writeSync, writeFileSync, fsync, fsyncSync, fdatasync });
    syncBuiltinESMExports();
  }
}
