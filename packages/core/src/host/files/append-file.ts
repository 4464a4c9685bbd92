import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { openRegularFile } from "./open-file.ts";
import { makeFolder, syncFolder } from "./sync-folder.ts";

/** A file that grows. Methods throw the system's error; nothing is retried. For `core/log` only. */
export class AppendFile {
  readonly #path: string;
  readonly #file: number;
  readonly #inode: number;
  /** Includes the bytes of a partly failed append. */
  sizeBytes: number;

  /**
   * Without `follows` a link in its place is an error. With `creates` it is made if missing, with its folders, readable by its
   * owner only.
   */
  constructor(path: string, { follows, creates }: { readonly follows: boolean; readonly creates: boolean }) {
    if (creates) makeFolder(dirname(path));
    const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW = 0 } = constants;
    const flags = O_RDWR | O_APPEND | (creates ? O_CREAT : 0) | (follows ? 0 : O_NOFOLLOW);
    this.#path = path;
    this.#file = openRegularFile(path, flags);
    const { size, ino } = fstatSync(this.#file);
    this.#inode = ino;
    this.sizeBytes = size;
    // A new name is durable only after its folder is synced.
    if (size === 0) syncFolder(dirname(path));
  }

  /** On return the bytes survive our death, not a power cut. */
  append(text: string): void {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) {
      const count = writeSync(this.#file, bytes, at);
      at += count;
      this.sizeBytes += count;
    }
  }

  /** On return everything appended survives a power cut. */
  sync(): void {
    fsyncSync(this.#file);
  }

  /** The same, without blocking the event loop. */
  syncSoon(): Promise<void> {
    return new Promise((resolve, reject) => fdatasync(this.#file, (error) => (error ? reject(error) : resolve())));
  }

  tail(byteCount: number): Buffer {
    const bytes = Buffer.alloc(Math.min(byteCount, this.sizeBytes));
    return bytes.subarray(0, readSync(this.#file, bytes, 0, bytes.length, this.sizeBytes - bytes.length));
  }

  truncate(sizeBytes: number): void {
    ftruncateSync(this.#file, sizeBytes);
    this.sizeBytes = sizeBytes;
  }

  /** False: its name now belongs to another file, or is gone. */
  isInPlace(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode;
  }

  close(): void {
    closeSync(this.#file);
  }
}
