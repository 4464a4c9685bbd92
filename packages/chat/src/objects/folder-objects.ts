import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, link, mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import {
  type ByteRange,
  checkedKey,
  contentOf,
  type Head,
  measured,
  missing,
  type ObjectContent,
  type ObjectEntry,
  ObjectError,
  type ObjectStore,
  type ObjectStoreTraits,
} from "./object-store.ts";

/** No name of a key ends so: a key may start with another one. */
const ending = "~";

/**
 * Objects as files of one folder, which may be mounted by several machines. A file gets its name only when it is whole, by a
 * link: the file system lets one of two win. Each version of a head is such a file; the highest number counts.
 */
export class FolderObjects implements ObjectStore {
  readonly place: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.place = folder;
    this.#folder = folder;
  }

  async put(key: string, content: ObjectContent): Promise<boolean> {
    return this.#saved(this.#pathOf(key), content);
  }

  async *get(key: string, range?: ByteRange): AsyncGenerator<Uint8Array, void, undefined> {
    const path = this.#pathOf(key);
    const part = range ? { start: range.start, end: range.start + range.length - 1 } : {};
    try {
      if (range?.length === 0) return void (await stat(path));
      yield* createReadStream(path, part) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw this.#named(error, key);
    }
  }

  async *list(prefix: string): AsyncGenerator<ObjectEntry, void, undefined> {
    const top = join(this.#folder, "objects");
    const start = join(top, ...prefix.split("/").slice(0, -1));
    const entries = await readdir(start, { withFileTypes: true, recursive: true }).catch((error) => {
      if (isAbsent(error)) return [];
      throw this.#named(error, prefix);
    });
    for (const entry of entries) {
      if (!entry.isFile() || !entry.name.endsWith(ending)) continue;
      const path = join(entry.parentPath, entry.name);
      const key = relative(top, path).split(sep).join("/").slice(0, -ending.length);
      if (!key.startsWith(prefix)) continue;
      const size = await stat(path).then(
        ({ size }) => size,
        () => null,
      );
      if (size !== null) yield { key, sizeBytes: size };
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true }).catch((error) => {
      throw this.#named(error, key);
    });
  }

  async readHead(key: string): Promise<Head | null> {
    for (;;) {
      const number = await this.#newest(key);
      if (number === 0) return null;
      const bytes = await readFile(this.#versionOf(key, number)).catch((error) => {
        if (isAbsent(error)) return null; // replaced meanwhile
        throw this.#named(error, key);
      });
      if (bytes !== null) return { bytes, tag: String(number) };
    }
  }

  async changeHead(key: string, bytes: Uint8Array, before: string | null): Promise<Head | null> {
    const number = before === null ? 0 : Number(before);
    if ((await this.#newest(key)) !== number) return null;
    if (!(await this.#saved(this.#versionOf(key, number + 1), contentOf(bytes)))) return null;
    // Younger ones stay: a writer that was slow must not create one of them again.
    await removeOld(dirname(this.#versionOf(key, 1)), `${number + 1}${ending}`);
    return { bytes, tag: String(number + 1) };
  }

  async check(): Promise<ObjectStoreTraits> {
    const key = `probe/${randomBytes(8).toString("hex")}`;
    await this.put(key, contentOf(new Uint8Array([1])));
    await this.delete(key);
    await removeOld(join(this.#folder, "new"), "");
    return { comparesHeads: true };
  }

  async close(): Promise<void> {}

  #pathOf(key: string): string {
    return join(this.#folder, "objects", ...checkedKey(key).split("/")) + ending;
  }

  #versionOf(key: string, number: number): string {
    return join(this.#folder, "heads", ...checkedKey(key).split("/"), `${number}${ending}`);
  }

  async #newest(key: string): Promise<number> {
    const names = await readdir(dirname(this.#versionOf(key, 1))).catch((error) => {
      if (isAbsent(error)) return [];
      throw this.#named(error, key);
    });
    return Math.max(0, ...names.filter((name) => name.endsWith(ending)).map((name) => Number.parseInt(name, 10)));
  }

  async #saved(path: string, content: ObjectContent): Promise<boolean> {
    const unnamed = join(this.#folder, "new", randomBytes(12).toString("hex"));
    try {
      for (const folder of [dirname(unnamed), dirname(path)]) await mkdir(folder, { recursive: true, mode: 0o700 });
      await write(unnamed, content);
      await link(unnamed, path);
      await syncFolder(dirname(path));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw this.#named(error, path);
    } finally {
      await rm(unnamed, { force: true });
    }
  }

  #named(error: unknown, what: string): unknown {
    const { code, message } = error as NodeJS.ErrnoException;
    if (isAbsent(error)) return missing(what, this.place);
    if (typeof code !== "string" || !code.startsWith("E")) return error;
    const hint = code === "ENOSPC" || code === "EDQUOT" ? " Make room on the disk." : "";
    const problem = ["EIO", "ESTALE", "ETIMEDOUT", "EAGAIN"].includes(code) ? "unreachable" : "refused";
    return new ObjectError(problem, `Objects cannot be kept in ${this.place} (${message}).${hint}`, { cause: error });
  }
}

async function write(path: string, content: ObjectContent): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of measured(content)) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

const dayMs = 24 * 60 * 60_000;

/** What a day ago was replaced, or left by a process that was killed. Nothing if the system refuses. */
async function removeOld(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (name !== kept && age > dayMs) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Where the system refuses it, names last as long as it lets them. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | null = null;
  try {
    folder = await open(path, "r");
    await folder.sync();
  } catch {
    // Windows and some network mounts.
  } finally {
    await folder?.close();
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}
