import { join } from "node:path";
import type { Files } from "../host/files/files.ts";
import type { Git } from "../host/git/git.ts";
import { isInside } from "./is-inside.ts";
import type { Repository } from "./repository.ts";

/** A session's record of the repository it started in. */
interface Recorded {
  readonly workspace: string;
  readonly commit: string;
}

/** Cached answers of git. `mark` changes when the repository may have new commits. */
export interface CommitCache {
  recall(repository: string, mark: string): ReadonlyMap<string, boolean>;
  keep(repository: string, mark: string, answers: ReadonlyMap<string, boolean>): void;
}

/**
 * Folders recorded elsewhere that are now in this repository: the recorded path is gone, the remote URL matches (checked by the
 * caller) and a recorded commit is here. A path that still exists is another clone.
 */
export function movedHere(
  recorded: readonly Recorded[],
  repository: Repository,
  machine: { readonly files: Files; readonly git: Git; readonly memory: CommitCache },
): ReadonlySet<string> {
  const gone = new Set(
    [...new Set(recorded.map(({ workspace }) => workspace))].filter((place) => isGone(place, machine.files)),
  );
  const candidates = recorded.filter(({ workspace }) => gone.has(workspace));
  if (candidates.length === 0) return new Set();
  const here = commitsHere([...new Set(candidates.map(({ commit }) => commit))], repository, machine);
  return new Set(candidates.flatMap(({ workspace, commit }) => (here.has(commit) ? [workspace] : [])));
}

/** Folders below a moved one moved with it. */
export function isBelowMoved(workspace: string, moved: ReadonlySet<string>, files: Files): boolean {
  return [...moved].some((place) => isInside(workspace, place)) && isGone(workspace, files);
}

function commitsHere(
  commits: readonly string[],
  repository: Repository,
  { files, git, memory }: { files: Files; git: Git; memory: CommitCache },
): ReadonlySet<string> {
  const mark = markOf(repository, files);
  const answers = new Map(memory.recall(repository.gitFolder, mark));
  const unknown = commits.filter((commit) => !answers.has(commit));
  const found = unknown.length === 0 ? new Set<string>() : git.commitsIn(repository.gitFolder, unknown);
  if (found && unknown.length > 0) {
    const fresh = new Map(unknown.map((commit) => [commit, found.has(commit)]));
    memory.keep(repository.gitFolder, mark, fresh);
    for (const [commit, isHere] of fresh) answers.set(commit, isHere);
  }
  return new Set(commits.filter((commit) => answers.get(commit) === true));
}

/** New commits come from a fetch, a pack or a change of HEAD. */
function markOf({ gitFolder }: Repository, files: Files): string {
  const places = ["FETCH_HEAD", "packed-refs", "logs/HEAD", "objects/pack", "objects"];
  return places.map((place) => quietStamp(join(gitFolder, place), files)?.mtimeMs ?? 0).join(" ");
}

function isGone(place: string, files: Files): boolean {
  try {
    return files.stamp(place) === null;
  } catch {
    // It may exist: an inaccessible folder does not count as moved.
    return false;
  }
}

function quietStamp(place: string, files: Files) {
  try {
    return files.stamp(place);
  } catch {
    return null;
  }
}
