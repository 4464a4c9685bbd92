import type { Drift, Turn } from "@reprise/model";
import type { About } from "../agents/reading/fact.ts";
import type { Host } from "../host/host.ts";
import { headOf } from "../workspace/git-head.ts";
import { repositoryOf } from "../workspace/repository.ts";
import { fileDrift } from "./file-drift.ts";

/** Workspace changes since: git's head and branch, and the files the session edited last. Reads only. */
export function workspaceDrift(about: Partial<About>, turns: readonly Turn[], host: Host): Drift[] {
  const cwd = about.cwd ?? about.workspace ?? null;
  return cwd === null ? [] : [...gitDrift(about, cwd, host), ...fileDrift(turns, cwd, host, about.updatedAt)];
}

function gitDrift(about: Partial<About>, cwd: string, host: Host): Drift[] {
  const root = repositoryOf(cwd, host.files)?.roots[0];
  const head = root === undefined ? null : headOf(root, host.files);
  if (!head) return [];
  const drift: Drift[] = [];
  const differs = (recorded: string | null | undefined, now: string | null) =>
    recorded != null && now !== null && recorded !== now;
  if (differs(about.gitBranch, head.branch)) drift.push(gitRow("branch", about.gitBranch ?? null, head.branch));
  if (differs(about.gitCommit, head.commit)) drift.push(gitRow("head", about.gitCommit ?? null, head.commit));
  return drift;
}

function gitRow(subject: string, recorded: string | null, now: string | null): Drift {
  return { kind: "git", subject, recorded, now, widens: false, note: null };
}
