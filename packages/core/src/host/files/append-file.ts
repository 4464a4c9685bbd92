import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { openRegularFile } from "./open-file.ts";

/** A file that only grows. Every method throws what the machine said; nothing is retried here. */
export interface AppendFile {
  readonly path: string;
  /** Counts what was written also when an append failed half-way. */
  readonly sizeBytes: number;
  /** Returns when the bytes are with the operating system: they survive our death, not a power cut. */
  append(text: string): void;
  /** Returns when everything appended would survive a power cut. */
  sync(): void;
  /** The last bytes, as many as asked for at most. */
  tail(byteCount: number): Buffer;
  close(): void;
}

/** Opens or makes it, readable by its owner only, and so its folders. */
export function openAppendFile(path: string): AppendFile {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { O_APPEND, O_CREAT, O_RDWR } = constants;
  const file = openRegularFile(path, O_RDWR | O_APPEND | O_CREAT);
  let size = fstatSync(file).size;
  // A new name is durable only once its folder is.
  if (size === 0) syncFolder(folder);
  if (made !== undefined) syncFolder(dirname(made));
  return {
    path,
    get sizeBytes() {
      return size;
    },
    append(text) {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) {
        const count = writeSync(file, bytes, at);
        at += count;
        size += count;
      }
    },
    sync: () => fsyncSync(file),
    tail(byteCount) {
      const count = Math.min(byteCount, size);
      const bytes = Buffer.alloc(count);
      return bytes.subarray(0, readSync(file, bytes, 0, count, size - count));
    },
    close: () => closeSync(file),
  };
}

/** One line at the end of the file, which would survive a power cut when this returns. A torn line before it is closed. */
export function appendLine(path: string, line: string): void {
  const file = openAppendFile(path);
  try {
    const isClosed = file.sizeBytes === 0 || file.tail(1)[0] === 10;
    file.append(`${isClosed ? "" : "\n"}${line}\n`);
    file.sync();
  } finally {
    file.close();
  }
}

export function syncFolder(folder: string): void {
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
