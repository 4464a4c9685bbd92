import { basename, dirname } from "node:path";
import { asTimestamp, type ProjectState, type ProjectSummary, type Timestamp } from "@reprise/model";
import { onOneLine } from "../transcript/title.ts";
import type { LoggedRound, ProjectLog } from "./log/log-record.ts";
import { isDamaged, type ReadProject, unfinishedRound } from "./read-project.ts";

export function summariseProject(project: ReadProject): ProjectSummary {
  const { place, log, progress, owner, problems } = project;
  const { path, origin, workspace } = place;
  const goal = log.started?.goal ?? progress.goal;
  const unfinished = unfinishedRound(log);
  return {
    path,
    origin,
    workspace,
    goal,
    title: onOneLine(progress.title, 200) || onOneLine(firstParagraph(goal), 200),
    state: stateOf(project),
    unfinishedRound: unfinished?.number ?? null,
    branch: progress.gitBranch,
    agent: agentOf(log),
    owner,
    parkedUntil: unfinished?.parkedUntil ?? null,
    createdAt: log.started?.at ?? dateInPath(path),
    updatedAt: updatedAt(project),
    problem: problems[0] ?? null,
    rounds: log.rounds.length,
  };
}

function firstParagraph(text: string): string {
  return text.trim().split(/\n[^\S\n]*\n/, 1)[0] ?? "";
}

function stateOf({ log, owner }: ReadProject): ProjectState {
  const unfinished = unfinishedRound(log);
  if (owner) return "running";
  if (isDamaged(log)) return "damaged";
  if (unfinished?.parkedUntil) return "parked";
  const last = log.rounds.at(-1);
  if (unfinished || !last) return "interrupted";
  return stateAfter(last);
}

function stateAfter({ succeeded, finished, current, total }: LoggedRound): ProjectState {
  if (succeeded) return "succeeded";
  switch (finished?.outcome.type) {
    case "task_failed":
    case "fatal":
      return "failed";
    case "user_requested":
    case "interrupted":
      return "stopped";
    default:
      return current < total ? "interrupted" : "rounds-used";
  }
}

function agentOf({ rounds, resumed, started }: ProjectLog): string | null {
  const configured = rounds.findLast((round) => round.configured)?.configured;
  return configured?.agent ?? resumed?.agent ?? started?.agent ?? null;
}

/** Midnight of the day in the folder's name, plus its number as seconds. */
function dateInPath(path: string): Timestamp | null {
  const flat = /^(\d{4})(\d\d)(\d\d)_(\d+)$/.exec(basename(path));
  const day = dirname(path);
  const month = dirname(day);
  const nested = [basename(dirname(month)), basename(month), basename(day), basename(path)];
  const [year = 0, monthNumber = 0, dayNumber = 0, number = 0] = (flat?.slice(1) ?? nested).map(Number);
  const date = new Date(year, monthNumber - 1, dayNumber, 0, 0, number);
  const isDate = date.getFullYear() === year && date.getMonth() === monthNumber - 1;
  return isDate && year >= 1970 ? asTimestamp(date.getTime()) : null;
}

function updatedAt({ log, logChangedMs }: ReadProject): Timestamp | null {
  const times = log.rounds.flatMap(({ startedAt, configured, succeeded, finished }) => [
    startedAt,
    configured?.at,
    succeeded?.at,
    finished?.at,
  ]);
  const changed = logChangedMs === null ? null : asTimestamp(Math.floor(logChangedMs));
  const known = [log.started?.at, log.resumed?.at, changed, ...times].filter((one) => one != null);
  return known.toSorted().at(-1) ?? null;
}
