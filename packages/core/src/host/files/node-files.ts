import {
  closeSync,
  createReadStream,
  type Dirent,
  fstatSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { SessionError } from "@reprise/model";
import type { ByteReader, FileStamp, Files, FolderEntry } from "./files.ts";
import { openRegularFile, readStart } from "./open-file.ts";
import { readFolder } from "./read-folder.ts";
import { unlessMissing } from "./unless-missing.ts";
import { visitingFolders } from "./visited-folder.ts";

export const nodeFiles: Files = {
  list(folder) {
    return unlessMissing(folder, () => readdirSync(folder, { withFileTypes: true }).map(entryOf));
  },
  stamp(path) {
    return unlessMissing(path, () => stampOf(path));
  },
  changedMs(path) {
    return unlessMissing(path, () => statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? null);
  },
  look: readFolder,
  together: visitingFolders,
  open(path, fromByte = 0) {
    return unlessMissing(path, () =>
      path.endsWith(".zst") ? zstdReader(path, fromByte) : plainReader(path, fromByte),
    );
  },
  text(path, maxBytes) {
    return unlessMissing(path, () => readStart(path, maxBytes).toString("utf8"));
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
  const file = openRegularFile(path);
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

/** Logs compress about tenfold; a decompression bomb many thousandfold. */
const mostExpansion = 1000;
const leastLimit = 64 * 1024 * 1024;

function zstdReader(path: string, fromByte: number): ByteReader {
  const file = openRegularFile(path);
  let left = Math.max(fstatSync(file).size * mostExpansion, leastLimit);
  const source = createReadStream(path, { fd: file });
  const stream = source.pipe(process.getBuiltinModule("node:zlib").createZstdDecompress());
  source.on("error", (error) => stream.destroy(error));
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
        left -= next.value.length;
        if (left < 0) throw new SessionError("unreadable", `${path} expands to far too much data.`);
        piece = next.value.subarray(Math.min(skip, next.value.length));
        skip -= next.value.length - piece.length;
      }
      const count = piece.copy(into, at);
      piece = piece.subarray(count);
      return count;
    },
    close() {
      source.destroy();
      stream.destroy();
    },
  };
}
