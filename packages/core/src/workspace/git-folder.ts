import { dirname, join, resolve } from "node:path";
import type { Files } from "../host/files/files.ts";
import { isInside } from "./is-inside.ts";

/** Git's folders for a worktree, symbolic links resolved. */
interface GitFolders {
  /** This worktree's folder, with its HEAD. */
  readonly own: string;
  /** Shared by all worktrees: refs, objects, configuration. The same as `own` in the main worktree. */
  readonly shared: string;
}

const pathBytes = 16 * 1024;
const configBytes = 1024 * 1024;

/**
 * Null if the folder is not the root of a worktree. A `.git` file may name any folder of the machine, so that folder counts
 * only if it is inside the worktree or points back to it.
 */
export function gitFoldersOf(root: string, files: Files): GitFolders | null {
  const folder = realPath(root, files);
  if (folder === null) return null;
  const place = join(folder, ".git");
  if (realPath(place, files) !== place) return null;
  if (isGitFolder(place, files)) return { own: place, shared: place };
  const own = namedIn(textIn(folder, ".git", pathBytes, files), folder, files);
  if (own === null || !isGitFolder(own, files)) return null;
  const linked = textIn(own, "commondir", pathBytes, files)?.trim();
  if (linked) {
    // Git creates a linked worktree's folder as `<shared>/worktrees/<name>`.
    const shared = realPath(resolve(own, linked), files);
    if (shared === null || dirname(dirname(own)) !== shared) return null;
    return worktreeAt(own, files) === folder ? { own, shared } : null;
  }
  return isInside(own, folder) || worktreeOf(own, files) === folder ? { own, shared: own } : null;
}

/** Linked worktrees that exist and belong to the repository, and registered ones that are gone. */
export function linkedWorktrees(shared: string, files: Files): string[] {
  const names = quietly(() => files.list(join(shared, "worktrees"))) ?? [];
  return names.flatMap(({ name }) => {
    const own = join(shared, "worktrees", name);
    const root = worktreeAt(own, files);
    if (root === null) return [];
    const isGone = quietly(() => files.stamp(root)) === null;
    return isGone || gitFoldersOf(root, files)?.own === own ? [root] : [];
  });
}

/** A small file in a folder; null if it is missing, unreadable, or a link out of the folder. */
export function textIn(folder: string, name: string, maxBytes: number, files: Files): string | null {
  const path = realPath(join(folder, name), files);
  return path !== null && isInside(path, folder) ? quietly(() => files.text(path, maxBytes)) : null;
}

/** Values of a key in git configuration sections. Does not follow includes. */
export function configValues(config: string, section: RegExp, key: string): string[] {
  const values: string[] = [];
  let isWanted = false;
  for (const line of config.split("\n")) {
    const name = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (name !== undefined) isWanted = section.test(name);
    const [, found, value] = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*=\s*(.+?)\s*$/.exec(line) ?? [];
    if (isWanted && value && found?.toLowerCase() === key) values.push(value.replace(/^"(.*)"$/, "$1"));
  }
  return values;
}

export function configOf(gitFolder: string, files: Files): string {
  return textIn(gitFolder, "config", configBytes, files) ?? "";
}

function isGitFolder(folder: string, files: Files): boolean {
  return quietly(() => files.list(folder))?.some(({ name }) => name === "HEAD") ?? false;
}

function namedIn(text: string | null, folder: string, files: Files): string | null {
  const named = /^gitdir: (.+)/.exec(text ?? "")?.[1]?.trim();
  return named ? realPath(resolve(folder, named), files) : null;
}

/** The root of the linked worktree that this git folder names. */
function worktreeAt(own: string, files: Files): string | null {
  const place = textIn(own, "gitdir", pathBytes, files)?.trim();
  return place ? realPath(dirname(resolve(own, place)), files) : null;
}

/** The worktree that a submodule's git folder names. */
function worktreeOf(own: string, files: Files): string | null {
  const [named] = configValues(configOf(own, files), /^core$/i, "worktree");
  return named ? realPath(resolve(own, named), files) : null;
}

function realPath(path: string, files: Files): string | null {
  return quietly(() => files.real(path));
}

/** Null if the system denies access: then nothing is known. */
function quietly<T>(look: () => T | null): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
