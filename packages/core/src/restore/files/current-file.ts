import { digestOfBytes } from "../../host/digest.ts";
import type { Files } from "../../host/files/files.ts";

export interface CurrentFile {
  readonly bytes: Buffer;
  readonly hash: string;
  readonly mtimeMs: number;
  /** Null if it is not text. */
  readonly text: string | null;
}

export const mostBytes = 8 * 1024 * 1024;

/** Null if missing. */
export function currentFile(path: string, files: Files): CurrentFile | "too-large" | null {
  const stamp = files.stamp(path);
  if (!stamp) return null;
  if (stamp.sizeBytes > mostBytes) return "too-large";
  // The reader would decompress it; compressed data is not text.
  if (path.endsWith(".zst")) return { bytes: Buffer.alloc(0), hash: "", mtimeMs: stamp.mtimeMs, text: null };
  const bytes = bytesOf(path, stamp.sizeBytes, files);
  if (bytes === null) return null;
  if (bytes.length > mostBytes) return "too-large";
  return { bytes, hash: digestOfBytes(bytes), mtimeMs: stamp.mtimeMs, text: textOf(bytes) };
}

/** Null if it does not round-trip or contains NUL. */
export function textOf(bytes: Buffer): string | null {
  const text = bytes.includes(0) ? null : bytes.toString("utf8");
  return text !== null && Buffer.from(text).equals(bytes) ? text : null;
}

function bytesOf(path: string, sizeBytes: number, files: Files): Buffer | null {
  const reader = files.open(path);
  if (!reader) return null;
  try {
    let into = Buffer.alloc(sizeBytes + 1);
    let at = 0;
    for (;;) {
      const count = reader.read(into, at);
      if (typeof count !== "number") return null;
      at += count;
      if (count === 0 || at > mostBytes) return into.subarray(0, at);
      if (at === into.length) into = Buffer.concat([into, Buffer.alloc(into.length)]);
    }
  } finally {
    reader.close();
  }
}
