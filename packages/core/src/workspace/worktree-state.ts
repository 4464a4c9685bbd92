import { type WorktreeFile, worktreeFiles } from "../host/git/worktree-files.ts";
import type { Host } from "../host/host.ts";
import { gitFoldersOf } from "./git-folder.ts";
import { headOf } from "./git-head.ts";
import { repositoryOf } from "./repository.ts";

/** What is in a worktree, by what differs from its commit. */
export interface WorktreeState {
  readonly root: string;
  readonly commit: string;
  readonly files: readonly WorktreeFile[];
}

/** Of the worktree that contains the folder; null outside of git, before the first commit, or if it cannot be known. */
export async function worktreeState(folder: string, host: Host): Promise<WorktreeState | null> {
  const root = repositoryOf(folder, host.files)?.roots[0];
  const folders = root === undefined ? null : gitFoldersOf(root, host.files);
  const commit = root === undefined ? null : (headOf(root, host.files)?.commit ?? null);
  if (root === undefined || folders === null || commit === null) return null;
  const files = await worktreeFiles({ root, ...folders, commit }, host.env);
  return files === null ? null : { root, commit, files };
}
