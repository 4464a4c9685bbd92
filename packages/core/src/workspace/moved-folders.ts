import { join } from "node:path";
import type { Files } from "../host/files/files.ts";
import type { Git } from "../host/git/git.ts";
import { isInside } from "./is-inside.ts";
import type { Repository } from "./repository.ts";

/** What a session recorded of the repository it was started in. */
interface Recorded {
  readonly workspace: string;
  readonly commit: string;
}

/** Answers of git that were kept. `mark` changes when the repository may have got new commits. */
export interface CommitCache {
  recall(repository: string, mark: string): ReadonlyMap<string, boolean>;
  keep(repository: string, mark: string, answers: ReadonlyMap<string, boolean>): void;
}

/**
 * Folders that lie in this repository now although they were recorded elsewhere: the recorded place is gone, the address
 * matches (which the caller has seen to) and a recorded commit is here. A place that still exists is another clone.
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

/** Folders below one that was moved were moved with it. */
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

/** New commits come by a fetch, a pack or a step of the head. */
function markOf({ gitFolder }: Repository, files: Files): string {
  const places = ["FETCH_HEAD", "packed-refs", "logs/HEAD", "objects/pack", "objects"];
  return places.map((place) => quietStamp(join(gitFolder, place), files)?.mtimeMs ?? 0).join(" ");
}

function isGone(place: string, files: Files): boolean {
  try {
    return files.stamp(place) === null;
  } catch {
    // It may be there: what cannot be looked at is not said to have moved.
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
