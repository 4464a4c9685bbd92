import { basename, dirname, isAbsolute } from "node:path";
import type { Files } from "../host/files/files.ts";
import { configOf, configValues, gitFoldersOf, linkedWorktrees } from "./git-folder.ts";

/** A git repository, read from its files without running git. */
export interface Repository {
  /** Shared by all its worktrees. */
  readonly gitFolder: string;
  /** Its worktrees, this one first, symbolic links resolved; includes registered ones that are gone. */
  readonly roots: readonly string[];
}

/** The repository that contains a directory; null if none. */
export function repositoryOf(directory: string, files: Files): Repository | null {
  // A recorded directory may be anything; a relative one would resolve against Reprise's own folder.
  if (!isAbsolute(directory)) return null;
  for (let folder = realPath(directory, files); ; folder = dirname(folder)) {
    const gitFolder = gitFoldersOf(folder, files)?.shared;
    if (gitFolder !== undefined) return { gitFolder, roots: rootsOf(folder, gitFolder, files) };
    if (dirname(folder) === folder) return null;
  }
}

/** A directory that cannot be resolved keeps its name. */
export function realPath(directory: string, files: Files): string {
  try {
    return files.real(directory);
  } catch {
    return directory;
  }
}

function rootsOf(root: string, gitFolder: string, files: Files): string[] {
  const main = basename(gitFolder) === ".git" ? [dirname(gitFolder)] : [];
  return [...new Set([root, ...main, ...linkedWorktrees(gitFolder, files)])];
}

/** URLs of its remotes, normalised. */
export function remotesOf({ gitFolder }: Repository, files: Files): ReadonlySet<string> {
  return new Set(configValues(configOf(gitFolder, files), /^remote\s/, "url").map(sameUrl));
}

/** `git@host:a/b.git`, `ssh://git@host/a/b` and `https://user@host/a/b.git` are equal. */
export function sameUrl(url: string): string {
  const scp = /^(?:[^@/]+@)?([^/:]+):(?!\/\/)(.+)$/.exec(url);
  const plain = scp
    ? `${scp[1]?.toLowerCase()}/${scp[2]}`
    : url.replace(/^[a-z+]+:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\//i, (_, host: string) => `${host.toLowerCase()}/`);
  return plain
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .replace(/([^:])\/{2,}/g, "$1/");
}
