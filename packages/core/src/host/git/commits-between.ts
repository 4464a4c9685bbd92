import type { Commit } from "@reprise/model";
import type { Environment } from "../processes/find-program.ts";
import { objectsOf } from "./git-objects.ts";
import { runGit } from "./run-git.ts";

export interface CommitRange {
  /** Oldest first, the latest ones of very many. */
  readonly commits: readonly Commit[];
  /** From the worktree's root. */
  readonly files: readonly string[];
}

const mostCommits = 500;
const mostBytes = 4 * 1024 * 1024;
const limitMs = 10_000;
const id = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Commits reachable from `to` but not from `from`, and the files in which the two differ. Null if they cannot be read. */
export function commitsBetween(
  gitFolder: string,
  { from, to }: { readonly from: string; readonly to: string },
  env: Environment,
): CommitRange | null {
  if (from === to) return { commits: [], files: [] };
  const objects = objectsOf(gitFolder);
  if (!objects.isKnown || !id.test(from) || !id.test(to)) return null;
  const git = (args: readonly string[]) =>
    runGit(objects.folder, {
      args,
      input: "",
      env,
      maxBytes: mostBytes,
      timeoutMs: limitMs,
      isSha256: to.length > 40,
    });
  const listing = ["log", "-z", `--max-count=${mostCommits}`, "--format=%H %s", "--no-show-signature"];
  const log = git([...listing, to, `^${from}`, "--"]);
  const diff = git(["diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to, "--"]);
  if (!log.isDone || !diff.isDone) return null;
  const commits = linesOf(log.output).map((line) => {
    const [hash = ""] = line.split(" ", 1);
    return { hash, subject: line.slice(hash.length + 1) };
  });
  return { commits: commits.reverse(), files: linesOf(diff.output) };
}

function linesOf(output: Buffer): string[] {
  return output.toString("utf8").split("\0").filter(Boolean);
}
