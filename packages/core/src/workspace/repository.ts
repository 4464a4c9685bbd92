import { basename, dirname, join, resolve } from "node:path";
import type { Files } from "../host/files.ts";

/** A git repository as its files tell it; git itself is not asked. */
export interface Repository {
  /** What all its worktrees share. */
  readonly gitFolder: string;
  /** Its worktrees, this one first, symbolic links resolved; also those that are gone but still registered. */
  readonly roots: readonly string[];
}

const pathBytes = 16 * 1024;

/** The repository that a directory lies in; null when it lies in none. */
export function repositoryOf(directory: string, files: Files): Repository | null {
  for (let folder = files.real(directory); ; folder = dirname(folder)) {
    const gitFolder = gitFolderOf(folder, files);
    if (gitFolder) return { gitFolder, roots: rootsOf(folder, gitFolder, files) };
    if (dirname(folder) === folder) return null;
  }
}

/** `.git` is a folder, or a file that names one; the folder of a linked worktree names the shared one. */
function gitFolderOf(folder: string, files: Files): string | null {
  const place = join(folder, ".git");
  const inside = quietly(() => files.list(place));
  if (inside) return inside.some(({ name }) => name === "HEAD") ? place : null;
  const named = /^gitdir: (.+)/.exec(quietly(() => files.text(place, pathBytes)) ?? "")?.[1]?.trim();
  if (!named) return null;
  const own = resolve(folder, named);
  const shared = quietly(() => files.text(join(own, "commondir"), pathBytes))?.trim();
  return files.real(shared ? resolve(own, shared) : own);
}

function rootsOf(root: string, gitFolder: string, files: Files): string[] {
  const linked = (quietly(() => files.list(join(gitFolder, "worktrees"))) ?? []).flatMap(({ name }) => {
    const place = quietly(() => files.text(join(gitFolder, "worktrees", name, "gitdir"), pathBytes))?.trim();
    return place ? [files.real(dirname(resolve(gitFolder, "worktrees", name, place)))] : [];
  });
  const main = basename(gitFolder) === ".git" ? [dirname(gitFolder)] : [];
  return [...new Set([root, ...main, ...linked])];
}

/** What cannot be read says nothing about the project; the directory itself still counts. */
function quietly<T>(look: () => T | null): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

const configBytes = 1024 * 1024;

/** The addresses of its remotes, in a form that is the same however one writes them. */
export function remotesOf(repository: Repository, files: Files): ReadonlySet<string> {
  const config = quietly(() => files.text(join(repository.gitFolder, "config"), configBytes)) ?? "";
  const remotes = new Set<string>();
  let isRemote = false;
  for (const line of config.split("\n")) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) isRemote = /^remote\s/.test(section);
    const url = isRemote ? /^\s*url\s*=\s*(.+?)\s*$/.exec(line)?.[1] : undefined;
    if (url) remotes.add(sameUrl(url.replace(/^"(.*)"$/, "$1")));
  }
  return remotes;
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
