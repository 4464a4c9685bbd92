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

/** A file that only grows. Methods throw the system's error; nothing is retried. */
export interface AppendFile {
  readonly path: string;
  /** Includes the bytes of a partly failed append. */
  readonly sizeBytes: number;
  /** On return the bytes survive our death, not a power cut. */
  append(text: string): void;
  /** On return everything appended survives a power cut. */
  sync(): void;
  tail(byteCount: number): Buffer;
  close(): void;
}

/** Created with its folders, readable by its owner only. `follows`: a link in its place is followed, else an error. */
export function openAppendFile(path: string, { follows = true } = {}): AppendFile {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { O_APPEND, O_CREAT, O_RDWR } = constants;
  const noLink = follows ? 0 : (constants.O_NOFOLLOW ?? 0);
  const file = openRegularFile(path, O_RDWR | O_APPEND | O_CREAT | noLink);
  let size = fstatSync(file).size;
  // A new name is durable only after its folder is synced.
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

/** Appends one line, durable on return. Closes a torn line before it. */
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
