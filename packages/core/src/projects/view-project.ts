import {
  asThreadId,
  type NextStep,
  type ProjectView,
  type Round,
  type RoundPermissions,
  SessionError,
} from "@reprise/model";
import { problemText } from "./log/log-problem.ts";
import type { LoggedRound } from "./log/log-record.ts";
import { type ReadProject, roundsToDo, unfinishedRound } from "./read-project.ts";
import { findSessions, type RoundSession, type Sessions } from "./round-sessions.ts";
import { summariseProject } from "./summarise-project.ts";

/** How many rounds a resume adds unless another number is given. */
export const usualRounds = 10;

interface NextRounds {
  /** What they may do; throws `refused`. */
  readonly plan: () => Promise<RoundPermissions>;
  /** How many at most. */
  readonly rounds?: number | undefined;
}

export async function viewProject(project: ReadProject, library: Sessions, next: NextRounds): Promise<ProjectView> {
  const sessions = await findSessions(project.log.rounds, library);
  const { inProgress, todo, done } = project.progress;
  const rounds = project.log.rounds.map((round, index) => roundOf(round, sessions[index]));
  const problems = [...project.problems, ...rounds.flatMap(({ problem }) => problem ?? [])];
  const [problem = null] = problems;
  return {
    ...summariseProject(project),
    problem,
    rounds,
    inProgress,
    todo,
    done,
    next: await nextStep(project, next),
    problems,
  };
}

export function roundOf(round: LoggedRound, found: RoundSession | undefined): Round {
  const { number, current, total, configured, finished, succeeded, startedAt } = round;
  // Declared met, it has ended: only the record of its end is missing.
  const outcome = finished?.outcome ?? (succeeded ? { type: "completed" as const, message: null } : null);
  return {
    number,
    current,
    total,
    startedAt,
    outcome,
    agent: configured?.agent ?? null,
    thread: configured ? asThreadId(configured.thread) : null,
    session: found?.session?.id ?? null,
    endedAt: finished?.at ?? succeeded?.at ?? null,
    isSuccess: succeeded !== null,
    tokens: finished?.tokens ?? null,
    commits: finished?.commits ?? null,
    files: finished?.files ?? null,
    problem: found?.problem ?? null,
  };
}

async function nextStep(project: ReadProject, { plan, rounds: most = usualRounds }: NextRounds): Promise<NextStep> {
  const refusal = refusalOf(project);
  const planned = refusal === null ? await orRefusal(plan) : { refusal, permissions: null };
  const unfinished = unfinishedRound(project.log);
  const kind = unfinished === null ? "new-rounds" : "continue-round";
  return { kind, rounds: roundsToDo(unfinished, most), ...planned };
}

async function orRefusal(plan: () => Promise<RoundPermissions>): Promise<Pick<NextStep, "refusal" | "permissions">> {
  try {
    return { refusal: null, permissions: await plan() };
  } catch (error) {
    if (!(error instanceof SessionError) || error.code !== "refused") throw error;
    return { refusal: error.message, permissions: null };
  }
}

/** Why no work can be started on it here and now; null if it can. */
export function refusalOf({ owner, log, place, progress }: ReadProject): string | null {
  if (owner) return `${owner.program} (process ${owner.pid}) works on it. Wait until it ends, or end it.`;
  const damage = log.problems.find(({ isTail }) => !isTail);
  if (!damage) return progress.problem === null ? null : `${place.progressFile}: ${progress.problem}.`;
  return `Its log cannot be continued: ${problemText(damage)}. Correct the file, or start a new project.`;
}
