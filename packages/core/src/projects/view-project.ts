import { asThreadId, type NextStep, type ProjectView, type Round } from "@reprise/model";
import { problemText } from "./log/log-problem.ts";
import type { LoggedRound } from "./log/log-record.ts";
import { type ReadProject, unfinishedRound } from "./read-project.ts";
import { findSessions, type RoundSession, type Sessions } from "./round-sessions.ts";
import { summariseProject } from "./summarise-project.ts";

/** How many rounds a resume adds unless another number is given. */
export const usualRounds = 10;

export async function viewProject(project: ReadProject, library: Sessions): Promise<ProjectView> {
  const sessions = await findSessions(project.log.rounds, library);
  const { inProgress, todo, done } = project.progress;
  const rounds = project.log.rounds.map((round, index) => roundOf(round, sessions[index]));
  const problems = [...project.problems, ...rounds.flatMap(({ problem }) => problem ?? [])];
  const next = nextStep(project);
  const [problem = null] = problems;
  return { ...summariseProject(project), problem, rounds, inProgress, todo, done, next, problems };
}

export function roundOf(round: LoggedRound, found: RoundSession | undefined): Round {
  const { number, current, total, configured, finished, succeeded, startedAt } = round;
  // Declared met, it has ended: only the record of its end is missing.
  const outcome = finished?.outcome ?? (succeeded ? { type: "completed" as const, message: null } : null);
  return {
    ...{ number, current, total, startedAt, outcome },
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

function nextStep(project: ReadProject): NextStep {
  const refusal = refusalOf(project);
  const unfinished = unfinishedRound(project.log);
  if (!unfinished) return { kind: "new-rounds", rounds: usualRounds, refusal };
  const { current, total } = unfinished;
  return { kind: "continue-round", rounds: Math.max(total - current, 0) + 1, refusal };
}

/** Why no work can be started on it here and now; null if it can. */
export function refusalOf({ owner, log }: ReadProject): string | null {
  if (owner) return `${owner.program} (process ${owner.pid}) works on it. Wait until it ends, or end it.`;
  const damage = log.problems.find(({ isTail }) => !isTail);
  if (!damage) return null;
  return `Its log cannot be continued: ${problemText(damage)}. Correct the file, or start a new project.`;
}
