import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { copyFile } from "./copy-file.ts";
import { hasLostName } from "./open-file.ts";

/** How much a copied folder may hold. */
export interface CopyLimits {
  readonly mostFiles: number;
  readonly mostBytes: number;
}

export interface Place {
  readonly home: string;
  /** Below it. */
  readonly names: readonly string[];
}

/**
 * Copies a file, or a folder with everything in it, for its owner only; links are followed, special files and links that lead
 * nowhere left out. False if it is missing. Throws if a folder holds more than the limits allow.
 */
export function copyOver(from: string, { home, names }: Place, limits: CopyLimits): boolean {
  const found = statSync(from, { throwIfNoEntry: false });
  if (!found?.isFile() && !found?.isDirectory()) return false;
  const to = placeOf(home, names);
  new Copy(from, limits).take(from, to, found, []);
  return true;
}

/** A symbolic link to a file or folder. False if it is missing. */
export function linkOver(from: string, { home, names }: Place): boolean {
  if (!statSync(from, { throwIfNoEntry: false })) return false;
  symlinkSync(realpathSync(from), placeOf(home, names));
  return true;
}

/** Makes the folders above it. Nothing is written through a link: it may lead to the originals. */
function placeOf(home: string, names: readonly string[]): string {
  let folder = home;
  for (const name of names.slice(0, -1)) {
    folder = join(folder, name);
    if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700 });
    if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is no folder of the chat.`);
  }
  const place = join(folder, names.at(-1) ?? "");
  if (lstatSync(place, { throwIfNoEntry: false })) throw new Error(`${place} is there already.`);
  return place;
}

class Copy {
  readonly #root: string;
  readonly #limits: CopyLimits;
  #files = 0;
  #bytes = 0;

  constructor(root: string, limits: CopyLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  take(from: string, to: string, found: Stats, above: readonly string[]): void {
    if (found.isDirectory()) return this.#takeFolder(from, to, above);
    this.#count(found.size);
    copyFile(from, to);
    chmodSync(to, found.mode & 0o100 ? 0o700 : 0o600);
  }

  #takeFolder(from: string, to: string, above: readonly string[]): void {
    const real = realpathSync(from);
    // A link that leads back to a folder above it would never end.
    if (above.includes(real)) return;
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(real)) {
      const found = hasLostName(name) ? undefined : targetOf(join(real, name));
      if (found?.isFile() || found?.isDirectory()) this.take(join(real, name), join(to, name), found, [...above, real]);
    }
  }

  #count(sizeBytes: number): void {
    this.#files += 1;
    this.#bytes += sizeBytes;
    const { mostFiles, mostBytes } = this.#limits;
    if (this.#files > mostFiles || this.#bytes > mostBytes)
      throw new Error(`${this.#root} holds more than ${mostFiles} files or ${mostBytes} bytes.`);
  }
}

/** Undefined for a link that leads nowhere. */
function targetOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A link that leads back to itself.
    if (lstatSync(path).isSymbolicLink()) return undefined;
    throw error;
  }
}
