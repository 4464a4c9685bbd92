import { basename, dirname, isAbsolute } from "node:path";
import type { Files } from "../host/files/files.ts";
import { configOf, configValues, gitFoldersOf, linkedWorktrees } from "./git-folder.ts";

/** A git repository as its files tell it; git itself is not asked. */
export interface Repository {
  /** What all its worktrees share. */
  readonly gitFolder: string;
  /** Its worktrees, this one first, symbolic links resolved; also those that are gone but still registered. */
  readonly roots: readonly string[];
}

/** The repository that a directory is in; null when it is in none. */
export function repositoryOf(directory: string, files: Files): Repository | null {
  // A recorded directory may be anything; a relative one would mean the folder Reprise is started in.
  if (!isAbsolute(directory)) return null;
  for (let folder = realPath(directory, files); ; folder = dirname(folder)) {
    const gitFolder = gitFoldersOf(folder, files)?.shared;
    if (gitFolder !== undefined) return { gitFolder, roots: rootsOf(folder, gitFolder, files) };
    if (dirname(folder) === folder) return null;
  }
}

/** A directory that the machine refuses to resolve goes by its name. */
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

/** The addresses of its remotes, in a form that is the same however one writes them. */
export function remotesOf({ gitFolder }: Repository, files: Files): ReadonlySet<string> {
  return new Set(configValues(configOf(gitFolder, files), /^remote\s/, "url").map(sameUrl));
}

/** `git@host:a/b.git`, `ssh://git@host/a/b` and `https://user@host/a/b.git` are one place. */
export function sameUrl(url: string): string {
  const scp = /^(?:[^@/]+@)?([^/:]+):(?!\/\/)(.+)$/.exec(url);
  const plain = scp
    ? `${scp[1]?.toLowerCase()}/${scp[2]}`
    : url.replace(
        /^[a-z+]+:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\//i,
        (_, host: string) => `${host.toLowerCase()}/`,
      );
  return plain
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .replace(/([^:])\/{2,}/g, "$1/");
}
