import type { ProjectResumeWish, ProjectRun, RoundOutcome, ThreadId } from "@reprise/model";
import type { ProjectPlace } from "../find/project-place.ts";
import type { LoggedRound, NewRecord } from "../log/log-record.ts";
import { openLogWriter } from "../log/open-log-writer.ts";
import { resetFlag } from "../progress-file/reset-flag.ts";
import { readProject, roundsToDo, unfinishedRound } from "../read-project.ts";
import { refusalOf } from "../view-project.ts";
import type { RoundToDo } from "./carry-out-round.ts";
import { holdProject, openWork, type ProjectsParts } from "./open-work.ts";
import { planRounds } from "./plan-rounds.ts";
import { refused } from "./round-settings.ts";

/** Continues the unfinished round, else starts new ones. Everything that can refuse comes before the first write. */
export async function resumeProject(
  place: ProjectPlace,
  wish: ProjectResumeWish,
  parts: ProjectsParts,
): Promise<ProjectRun> {
  const held = holdProject(place, parts);
  try {
    return await resumeHeld(place, held, wish, parts);
  } catch (error) {
    held.release();
    throw error;
  }
}

async function resumeHeld(
  place: ProjectPlace,
  held: { readonly release: () => void },
  wish: ProjectResumeWish,
  parts: ProjectsParts,
): Promise<ProjectRun> {
  const { host } = parts;
  const { untilTime = null, maxTokens = null } = wish;
  const project = readProject(place, host);
  const { log, progress } = project;
  const refusal = refusalOf({ ...project, owner: null }); // the owner is this process
  if (refusal !== null) throw refused(refusal);
  const last = log.rounds.at(-1);
  const unfinished = unfinishedRound(log);
  const { agent, settings, permitted, permissions, thread } = await planRounds(project, wish, parts);
  await resetFlag(place.progressFile);
  const writer = openLogWriter(place, host);
  try {
    if (log.started === null) {
      const { goal } = progress; // killed before the first record
      writer.append({ type: "project-started", goal, progressFile: place.progressFile, agent, settings });
    }
    closeSucceeded(last, writer);
    const rounds = roundsToDo(unfinished, wish.rounds);
    // A log may not have an end without a thread: a round that never began keeps its place.
    const isLeft = wish.isFresh === true && unfinished !== null && unfinished.configured !== null;
    if (isLeft) writer.append(ended(unfinished.number, "interrupted", "Done again in a new thread."));
    writer.append({ type: "project-resumed", rounds, agent, settings });
    const given = {
      agent,
      settings,
      permitted,
      permissions,
      untilTime,
      maxTokens,
      total: (unfinished?.current ?? 1) + rounds - 1,
      unfinished: unfinished === null || isLeft ? null : toDo(unfinished, thread),
      startCommit: progress.gitCommit,
      finishedCount: log.rounds.filter(({ finished, succeeded }) => finished ?? succeeded).length,
      lastNumber: last?.number ?? 0,
      from: unfinished?.current ?? 1,
    };
    return openWork({ place, held, writer }, given, parts);
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Killed after the goal was declared met, before the end of the round was recorded. */
function closeSucceeded(
  round: LoggedRound | undefined,
  writer: Pick<ReturnType<typeof openLogWriter>, "append">,
): void {
  if (!round?.succeeded || round.finished) return;
  writer.append(ended(round.number, "completed", null));
}

function ended(number: number, type: RoundOutcome["type"], message: string | null): NewRecord {
  const outcome = { type, message };
  return { type: "round-finished", number, outcome, tokens: null, commits: null, files: null };
}

function toDo(round: LoggedRound, thread: ThreadId | null): RoundToDo {
  const { number, current, total, gitCommit, configured } = round;
  return { number, current, total, thread, isConfigured: configured !== null, gitCommit };
}
