import { join } from "node:path";
import type { Owner } from "@reprise/model";
import { lockOwner } from "../host/files/lock.ts";
import type { Host } from "../host/host.ts";
import type { ProjectPlace } from "./find/project-place.ts";
import { problemText } from "./log/log-problem.ts";
import type { LoggedRound, LogProblem, ProjectLog } from "./log/log-record.ts";
import { readLog } from "./log/read-log.ts";
import type { Progress } from "./progress-file/progress.ts";
import { readProgressFile } from "./progress-file/read-progress-file.ts";

/** A project as its files are now. */
export interface ReadProject {
  readonly place: ProjectPlace;
  readonly log: ProjectLog;
  readonly progress: Progress;
  /** The living process that works on it. */
  readonly owner: Owner | null;
  readonly logChangedMs: number | null;
  /** File, line, and what was expected there; what stops a resume first. */
  readonly problems: readonly string[];
}

export function readProject(place: ProjectPlace, host: Pick<Host, "files" | "processes">): ReadProject {
  // The owner first: one that starts right after is not taken for a crash.
  const owner = livingOwner(place, host);
  const log = readLog(place, host.files);
  const progress = readProgressFile(place, host.files, { goal: log.started?.goal ?? null });
  return {
    place,
    log,
    progress,
    owner,
    logChangedMs: changedMs(place.logFile, host),
    problems: problemsOf(place, logProblems({ log, owner }), progress),
  };
}

/** Of the lock that a process takes before it works on a project. */
export function lockOf({ path }: ProjectPlace): string {
  return join(path, "reprise.lock");
}

function livingOwner(place: ProjectPlace, { processes }: Pick<Host, "processes">): Owner | null {
  const path = lockOf(place);
  const owner = lockOwner(path);
  if (!owner || !processes.isAlive(owner.pid, null)) return null;
  // Another process may have its number by now.
  return (processes.lockHolders([path])?.has(path) ?? true) ? owner : null;
}

function changedMs(path: string, { files }: Pick<Host, "files">): number | null {
  try {
    return files.stamp(path)?.mtimeMs ?? null;
  } catch {
    // The log says why it cannot be read.
    return null;
  }
}

/** Of the log. While a process works on it, what is not there yet is not missing. */
export function logProblems({ log, owner }: Pick<ReadProject, "log" | "owner">): readonly LogProblem[] {
  return owner === null ? log.problems : log.problems.filter(({ isTail }) => !isTail);
}

function problemsOf(
  { progressFile }: ProjectPlace,
  problems: readonly LogProblem[],
  progress: Progress,
): readonly string[] {
  return [
    ...problems.filter(({ isTail }) => !isTail).map(problemText),
    ...(progress.problem === null ? [] : [`${progressFile}: ${progress.problem}`]),
    ...problems.filter(({ isTail }) => isTail).map(problemText),
  ];
}

export function isDamaged({ problems }: Pick<ProjectLog, "problems">): boolean {
  return problems.some(({ isTail }) => !isTail);
}

/** The round that a resume continues. One that was declared the last needs only its end in the log. */
export function unfinishedRound({ rounds }: Pick<ProjectLog, "rounds">): LoggedRound | null {
  const last = rounds.at(-1);
  return last && !last.finished && !last.succeeded ? last : null;
}

/** The planned ones, including the one that is continued; each costs money, so never more than the person asks for. */
export function roundsToDo(unfinished: LoggedRound | null, asked: number): number {
  if (unfinished === null) return asked;
  return Math.min(Math.max(unfinished.total - unfinished.current, 0) + 1, asked);
}
