import { SessionError } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";

const mostBytes = 256 * 1024 * 1024;

/** All of a file; null if it is missing. Throws `unreadable`. */
export function logBytes(path: string, files: Files): Buffer | null {
  const reader = files.open(path);
  if (!reader) return null;
  try {
    const pieces: Buffer[] = [];
    for (let size = 0; ; ) {
      const piece = Buffer.allocUnsafe(256 * 1024);
      const count = reader.read(piece, 0);
      // A log is a plain file, which is read at once.
      if (typeof count !== "number") throw new TypeError(`${path} is no plain file.`);
      if (count === 0) return Buffer.concat(pieces);
      size += count;
      if (size > mostBytes)
        throw new SessionError("unreadable", `${path} has more than 256 MB: no log is so long.`);
      pieces.push(piece.subarray(0, count));
    }
  } finally {
    reader.close();
  }
}
