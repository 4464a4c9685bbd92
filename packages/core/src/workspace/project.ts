/**
 * Which sessions belong to this project: its repository with all worktrees, and folders that were moved here.
 *
 * - what “this project” means in a folder: this file
 * - the repository of a folder, read from its files: repository.ts, git-folder.ts, git-head.ts
 * - whether a folder is here under another path: moved-folders.ts
 * - what differs from the commit: worktree-state.ts; whether a path is inside another: is-inside.ts
 */

import type { Files } from "../host/files/files.ts";
import { isInside } from "./is-inside.ts";
import { type Repository, realPath, repositoryOf } from "./repository.ts";

/** What "this project" means in a directory: its repository with all worktrees, or the directory itself if there is none. */
interface Project {
  readonly roots: readonly string[];
  readonly repository: Repository | null;
}

export function projectOf(directory: string, files: Files): Project {
  const repository = repositoryOf(directory, files);
  return { roots: repository?.roots ?? [realPath(directory, files)], repository };
}

/** Whether a recorded folder is in the project, under any name. */
export function isInProject(workspace: string, project: Project, files: Files): boolean {
  if (project.roots.some((root) => isInside(workspace, root))) return true;
  const real = realOf(workspace, files);
  return real !== workspace && project.roots.some((root) => isInside(real, root));
}

/** A missing or inaccessible folder has no other known name. */
function realOf(path: string, files: Files): string {
  try {
    // Resolving a missing path costs far more than checking that it is missing.
    return files.stamp(path) === null ? path : files.real(path);
  } catch {
    return path;
  }
}
