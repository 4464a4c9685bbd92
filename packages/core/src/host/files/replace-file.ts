import {
  closeSync,
  fchmodSync,
  fsync,
  fsyncSync,
  futimesSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  write,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { readStart } from "./open-file.ts";
import { makeFolder, syncFolder } from "./sync-folder.ts";

export interface FileAttributes {
  /** Null: the default of the system. Else readable by its owner only, unless another is given. */
  readonly mode?: number | null | undefined;
  /** Now, unless given. */
  readonly modifiedMs?: number | null | undefined;
}

interface Replacement extends FileAttributes {
  /** False: survives our death, but not a power cut. */
  readonly isDurable?: boolean;
  /** In the same folder. */
  readonly temporary?: string;
}

/** Atomic, with its folders: readers see the old file or the new one. Durable on return. */
export function replaceFile(path: string, content: string | Uint8Array, how: Replacement = {}): void {
  makeFolder(dirname(path));
  writeWhole(path, content, { ...how, replaces: true });
}

/** Creates a file with all of its content or not at all, durable on return. False if the name is taken. */
export function createFile(path: string, content: string | Uint8Array): boolean {
  makeFolder(dirname(path));
  return !isTaken(() => writeWhole(path, content, { replaces: false }));
}

/**
 * All of it or nothing, with its folders, durable on return unless that is not asked for. Nothing is left behind when `bytes` throws. Without `replaces`
 * throws `EEXIST` if the name is taken. Returns the size.
 */
export async function saveStream(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { replaces, isDurable = true, ...attributes }: Replacement & { readonly replaces: boolean },
): Promise<number> {
  makeFolder(dirname(path));
  const temporary = new TemporaryFile(path, attributes);
  try {
    const sizeBytes = await writeAll(temporary.file, bytes);
    if (isDurable) await done((finished) => fsync(temporary.file, finished)); // a long one would block the event loop
    temporary.put({ replaces, isDurable });
    return sizeBytes;
  } finally {
    temporary.discard();
  }
}

/** The same file under the first free name, which is returned; a copy where the disk has no links. Durable on return. */
export function keepCopy(path: string, names: Iterable<string>): string {
  for (const name of names) {
    if (!isLinked(path, name)) continue;
    syncFolder(dirname(name));
    return name;
  }
  throw new Error(`Every name for a copy of ${path} is taken.`);
}

/** Keeps the file under the first free name, then puts its first bytes in its place, in one step. Durable on return. */
export function cutFile(path: string, sizeBytes: number, names: Iterable<string>): void {
  const { mode } = statSync(path);
  const bytes = readStart(path, sizeBytes);
  keepCopy(path, names);
  replaceFile(path, bytes, { mode });
}

/** False if the name is taken. A copy where the disk has no links. */
export function isLinked(path: string, name: string): boolean {
  try {
    return !isTaken(() => linkSync(path, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw error;
  }
  const bytes = readStart(path, Number.MAX_SAFE_INTEGER);
  return !isTaken(() => writeFileSync(name, bytes, { flag: "wx", mode: 0o600 }));
}

/** The bytes a file got. */
export async function writeAll(file: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; )
      at += await done<number>((finished) => write(file, piece, at, piece.length - at, null, finished));
    size += piece.length;
  }
  return size;
}

export function setAttributes(file: number, { mode = 0o600, modifiedMs = null }: FileAttributes): void {
  if (mode !== null) fchmodSync(file, mode & 0o777);
  if (modifiedMs !== null) futimesSync(file, modifiedMs / 1000, modifiedMs / 1000);
}

/** In a folder that exists. */
export function writeWhole(
  path: string,
  content: string | Uint8Array,
  { replaces, isDurable = true, ...how }: Replacement & { readonly replaces: boolean },
): void {
  const temporary = new TemporaryFile(path, how);
  try {
    writeFileSync(temporary.file, content);
    temporary.put({ replaces, isDurable });
  } finally {
    temporary.discard();
  }
}

/** A new file next to another, until it takes that one's name. */
class TemporaryFile {
  readonly file: number;
  readonly #path: string;
  readonly #name: string;
  readonly #attributes: FileAttributes;
  #isOpen = true;

  constructor(path: string, { temporary, ...attributes }: FileAttributes & { readonly temporary?: string }) {
    this.#path = path;
    this.#name = temporary ?? `${path}.${process.getBuiltinModule("node:crypto").randomBytes(6).toString("hex")}.tmp`;
    this.#attributes = attributes;
    this.file = openSync(this.#name, "wx", attributes.mode === null ? 0o666 : 0o600);
  }

  put({ replaces, isDurable }: { readonly replaces: boolean; readonly isDurable: boolean }): void {
    setAttributes(this.file, this.#attributes);
    if (isDurable) fsyncSync(this.file);
    this.#close();
    // Unlike a rename, a link never replaces another file.
    (replaces ? renameSync : linkSync)(this.#name, this.#path);
    if (isDurable) syncFolder(dirname(this.#path));
  }

  discard(): void {
    this.#close();
    rmSync(this.#name, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.file);
    this.#isOpen = false;
  }
}

function isTaken(make: () => void): boolean {
  try {
    make();
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return true;
    throw error;
  }
}

function done<Value = void>(act: (finished: (error: Error | null, value?: Value) => void) => void): Promise<Value> {
  return new Promise((resolve, reject) => act((error, value) => (error ? reject(error) : resolve(value as Value))));
}
