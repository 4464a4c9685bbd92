import {
  closeSync,
  createReadStream,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { SessionError } from "@reprise/model";
import type { ByteReader, FileStamp, Files, FolderEntry } from "./files.ts";
import { lookInto } from "./look.ts";
import { unlessMissing } from "./unless-missing.ts";

export const nodeFiles: Files = {
  list(folder) {
    return unlessMissing(folder, () => readdirSync(folder, { withFileTypes: true }).map(entryOf));
  },
  stamp(path) {
    return unlessMissing(path, () => stampOf(path));
  },
  look: lookInto,
  open(path, fromByte = 0) {
    return unlessMissing(path, () =>
      path.endsWith(".zst") ? zstdReader(path, fromByte) : plainReader(path, fromByte),
    );
  },
  text(path, maxBytes) {
    return unlessMissing(path, () => readText(path, maxBytes));
  },
  real(path) {
    return unlessMissing(path, () => realpathSync(path)) ?? path;
  },
};

function entryOf(entry: Dirent): FolderEntry {
  if (entry.isFile()) return { name: entry.name, kind: "file" };
  if (entry.isDirectory()) return { name: entry.name, kind: "folder" };
  return { name: entry.name, kind: "other" };
}

function stampOf(path: string): FileStamp | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? { sizeBytes: found.size, mtimeMs: found.mtimeMs, inode: found.ino } : null;
}

function plainReader(path: string, fromByte: number): ByteReader {
  const file = openSync(path, "r");
  let position = fromByte;
  return {
    read(into, at) {
      const count = readSync(file, into, at, into.length - at, position);
      position += count;
      return count;
    },
    close: () => closeSync(file),
  };
}

function zstdReader(path: string, fromByte: number): ByteReader {
  closeSync(openSync(path, "r"));
  const stream = createReadStream(path).pipe(process.getBuiltinModule("node:zlib").createZstdDecompress());
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let piece: Buffer = Buffer.alloc(0);
  let skip = fromByte;
  return {
    async read(into, at) {
      while (piece.length === 0) {
        const next = await pieces.next().catch((error: unknown) => {
          throw new SessionError("unreadable", `${path} cannot be decompressed.`, { cause: error });
        });
        if (next.done) return 0;
        piece = next.value.subarray(Math.min(skip, next.value.length));
        skip -= next.value.length - piece.length;
      }
      const count = piece.copy(into, at);
      piece = piece.subarray(count);
      return count;
    },
    close: () => void stream.destroy(),
  };
}

function readText(path: string, maxBytes: number): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, maxBytes));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0)).toString("utf8");
  } finally {
    closeSync(file);
  }
}
