import { close, constants, type Dirent, lstatSync, read, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { insideFolder } from "./inside-folder.ts";
import { hasLostName, openRegularFile } from "./open-file.ts";

export interface FoundFile {
  /** Relative to the root. */
  readonly names: readonly string[];
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** Exactly `sizeBytes`: what was added since is left out. Rejects if the file became shorter or was replaced by something else. */
  bytes(): AsyncIterable<Uint8Array>;
}

/**
 * Regular files at and below a path in a root, sorted by path; none if it is missing. Follows no symbolic link below the root,
 * which is a real path. Leaves out links, special files and names that are not UTF-8.
 */
export function* filesBelow(root: string, names: readonly string[]): Generator<FoundFile> {
  const found = names.length === 0 ? null : statusOf(root, names);
  if (found?.isFile()) yield fileOf(root, names, found);
  else if (names.length === 0 || found?.isDirectory()) yield* filesIn(root, names);
}

function* filesIn(root: string, names: readonly string[]): Generator<FoundFile> {
  const entries = inside(root, names, (folder) => readdirSync(folder, { withFileTypes: true })) ?? [];
  for (const entry of entries.filter(isWanted).sort(byPath)) {
    const place = [...names, entry.name];
    if (entry.isDirectory()) yield* filesIn(root, place);
    else {
      const found = statusOf(root, place);
      if (found?.isFile()) yield fileOf(root, place, found);
    }
  }
}

function isWanted(entry: Dirent): boolean {
  return (entry.isDirectory() || entry.isFile()) && !hasLostName(entry.name);
}

/** The order of whole paths: what is in a folder has a slash after its name. */
function byPath(a: Dirent, b: Dirent): number {
  const [left, right] = [a, b].map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  return left === right ? 0 : (left ?? "") < (right ?? "") ? -1 : 1;
}

function fileOf(root: string, names: readonly string[], { size, mode }: Stats): FoundFile {
  return {
    names,
    sizeBytes: size,
    isExecutable: (mode & 0o100) !== 0,
    bytes: () => bytesOf(root, names, size),
  };
}

const pieceBytes = 256 * 1024;
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
const readPiece = promisify(read);
const closeFile = promisify(close);

async function* bytesOf(root: string, names: readonly string[], sizeBytes: number): AsyncGenerator<Uint8Array> {
  const path = join(root, ...names);
  const file = insideFolder(root, names.slice(0, -1), { makes: false }, (folder) =>
    openRegularFile(join(folder, names.at(-1) ?? ""), flags),
  );
  try {
    for (let at = 0; at < sizeBytes; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, sizeBytes - at));
      const { bytesRead } = await readPiece(file, piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read.`);
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await closeFile(file);
  }
}

function statusOf(root: string, names: readonly string[]): Stats | null {
  return inside(root, names.slice(0, -1), (folder) => lstatSync(join(folder, names.at(-1) ?? "")));
}

/** Null if it is missing, or behind a link. */
function inside<Value>(root: string, names: readonly string[], use: (folder: string) => Value): Value | null {
  try {
    return insideFolder(root, names, { makes: false }, use);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return null;
    throw error;
  }
}
