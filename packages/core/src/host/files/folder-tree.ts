import { type FSWatcher, type Stats, watch } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { basename, join } from "node:path";

/** No sessions there, and possibly thousands of folders. */
const passedOver = new Set(["node_modules", ".git"]);

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/** Watches folders recursively. Without system support each subfolder is watched before it is read, so that none is missed. */
export class FolderTree {
  readonly #onChange: () => void;
  readonly #watched = new Map<string, Watched>();
  /** Watches a folder once, even if links lead to it twice or in a circle. */
  readonly #identities = new Set<string>();
  readonly #isDeep: boolean;
  /** If anything cannot be watched, nothing is. */
  hasFailed = false;
  #isClosed = false;

  constructor(onChange: () => void, platform: NodeJS.Platform = process.platform) {
    this.#onChange = onChange;
    this.#isDeep = platform === "darwin" || platform === "win32";
  }

  /** True if it is newly watched. */
  async add(folder: string): Promise<boolean> {
    if (this.#watched.has(folder)) return false;
    const found = await existing(folder);
    if (found && !found.isDirectory()) this.#fail();
    await this.#addFound(folder, found);
    return this.#watched.has(folder);
  }

  close(): void {
    this.#isClosed = true;
    for (const { watcher } of this.#watched.values()) watcher.close();
    this.#watched.clear();
    this.#identities.clear();
  }

  async #addFound(folder: string, found: Stats | null): Promise<void> {
    if (!found?.isDirectory() || this.#isClosed || this.#watched.has(folder)) return;
    const identity = identityOf(found);
    if (this.#identities.has(identity)) return;
    const watcher = this.#open(folder);
    if (!watcher) return;
    this.#watched.set(folder, { watcher, identity });
    this.#identities.add(identity);
    if (!this.#isDeep) await this.#addBelow(folder);
  }

  async #addBelow(folder: string): Promise<void> {
    for (const name of await foldersIn(folder)) {
      const path = join(folder, name);
      await this.#addFound(path, await existing(path));
    }
  }

  #open(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, { recursive: this.#isDeep }, (kind, name) => {
        this.#onChange();
        if (kind === "rename" && !this.#isDeep) void this.#renamed(folder, name);
      });
      watcher.on("error", () => this.#fail());
      return watcher;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Ignore missing and unreadable folders.
      if (code !== "ENOENT" && code !== "EACCES") this.#fail();
      return null;
    }
  }

  /** An entry of the folder, or the folder itself, came or went. */
  async #renamed(folder: string, name: string | null): Promise<void> {
    if (name === null) return this.#addBelow(folder);
    if (name === basename(folder)) await this.#lookAgain(folder);
    if (passedOver.has(name)) return;
    const path = join(folder, name);
    if (this.#watched.has(path)) return this.#lookAgain(path);
    const found = await existing(path);
    if (!found?.isDirectory()) return;
    await this.#addFound(path, found);
    this.#onChange();
  }

  /** The path may now be another folder, even with the same inode. */
  async #lookAgain(folder: string): Promise<void> {
    this.#forget(folder);
    await this.#addFound(folder, await existing(folder));
    this.#onChange();
  }

  #forget(folder: string): void {
    for (const [path, { watcher, identity }] of this.#watched) {
      if (path !== folder && !path.startsWith(join(folder, "/"))) continue;
      watcher.close();
      this.#watched.delete(path);
      this.#identities.delete(identity);
    }
  }

  #fail(): void {
    this.hasFailed = true;
    this.close();
    this.#onChange();
  }
}

/** Streams the entries: a folder may have many thousands. */
async function foldersIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      if (passedOver.has(entry.name)) continue;
      if (entry.isDirectory() || entry.isSymbolicLink()) names.push(entry.name);
    }
  } catch {
    // Gone or unreadable: nothing below it to report.
  }
  return names;
}

async function existing(path: string): Promise<Stats | null> {
  return stat(path).catch(() => null);
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
