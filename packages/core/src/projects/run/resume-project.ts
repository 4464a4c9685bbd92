import {
  type Agent,
  asThreadId,
  type ProjectResumeWish,
  type ProjectRun,
  SessionError,
  type SessionId,
  sessionIdOf,
  type ThreadId,
} from "@reprise/model";
import { potterAgent } from "../../agents/registry.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import type { LoggedRound, ProjectLog } from "../log/log-record.ts";
import { openLogWriter } from "../log/open-log-writer.ts";
import { resetFlag } from "../progress-file/reset-flag.ts";
import { readProject, unfinishedRound } from "../read-project.ts";
import { refusalOf } from "../view-project.ts";
import type { RoundToDo } from "./carry-out-round.ts";
import { holdProject, openWork, type ProjectsParts, unattended } from "./open-work.ts";
import { recordedSettings } from "./recorded-settings.ts";

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
  const { host, asks } = parts;
  const { untilTime = null, maxTokens = null } = wish;
  const project = readProject(place, host);
  const { log, progress } = project;
  const refusal = refusalOf({ ...project, owner: null }); // the owner is this process
  if (refusal !== null) throw new SessionError("refused", `${refusal} Nothing was changed.`);
  if (progress.problem !== null)
    throw new SessionError("refused", `${place.progressFile}: ${progress.problem}. Nothing was changed.`);
  const last = log.rounds.at(-1);
  const unfinished = unfinishedRound(log);
  const thread = unfinished === null ? null : await threadOf(unfinished, place, log, parts);
  const agent = thread?.agent ?? wish.agent ?? agentOf(log);
  checkAgent(agent, place);
  const recorded = await recordedSettings(log, place, { ...wish.settings, runner: parts.runner });
  // A model or a policy of one agent means nothing, or something else, to another.
  const kept = agent === agentOf(log) ? recorded : { sandbox: recorded.sandbox ?? null };
  const settings = unattended({ ...kept, ...wish.settings }, asks(agent));
  await resetFlag(place.progressFile);
  const writer = openLogWriter(place, host);
  try {
    if (log.started === null) {
      const { goal } = progress; // killed before the first record
      writer.append({ type: "project-started", goal, progressFile: place.progressFile, agent, settings });
    }
    closeSucceeded(last, writer);
    const total = unfinished === null ? wish.rounds : Math.max(unfinished.total, unfinished.current);
    writer.append({
      type: "project-resumed",
      rounds: unfinished === null ? total : total - unfinished.current + 1,
      agent,
      settings,
    });
    const given = {
      ...{ agent, settings, untilTime, maxTokens, total },
      allowsWider: wish.settings.sandbox != null,
      unfinished: unfinished === null ? null : toDo(unfinished, thread?.thread ?? null),
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

function checkAgent(agent: Agent, { origin }: ProjectPlace): void {
  if (origin !== "codexpotter" || agent === potterAgent) return;
  throw new SessionError(
    "refused",
    `A project of CodexPotter is continued with ${potterAgent} only: its log cannot hold rounds of ${agent}.`,
  );
}

function agentOf({ rounds, started, resumed }: ProjectLog): Agent {
  const configured = rounds.findLast((round) => round.configured)?.configured;
  return resumed?.agent ?? configured?.agent ?? started?.agent ?? potterAgent;
}

/** Killed between the start of its thread and the record about it, our journal has it. A thread that holds nothing is not one. */
async function threadOf(
  round: LoggedRound,
  { path }: ProjectPlace,
  log: ProjectLog,
  { runner, library }: ProjectsParts,
): Promise<{ readonly agent: Agent; readonly thread: ThreadId } | null> {
  const { configured } = round;
  if (configured) return { agent: configured.agent, thread: asThreadId(configured.thread) };
  const known = new Set(log.rounds.map((one) => one.configured?.thread));
  for (const { agent, thread, startedAt } of await runner.runs({ kind: "project", path })) {
    if (thread === null || known.has(thread) || startedAt < (round.startedAt ?? "")) continue;
    if (await holdsTurn(sessionIdOf(agent, thread), library)) return { agent, thread };
  }
  return null;
}

async function holdsTurn(session: SessionId, library: ProjectsParts["library"]): Promise<boolean> {
  try {
    return (await library.find(session)).turnCount > 0;
  } catch (error) {
    if (error instanceof SessionError) return false; // it never came to the disk
    throw error;
  }
}

/** Killed after the goal was declared met, before the end of the round was recorded. */
function closeSucceeded(
  round: LoggedRound | undefined,
  writer: Pick<ReturnType<typeof openLogWriter>, "append">,
): void {
  if (!round?.succeeded || round.finished) return;
  const outcome = { type: "completed", message: null } as const;
  writer.append({
    ...{ type: "round-finished", number: round.number, outcome },
    ...{ tokens: null, commits: null, files: null },
  });
}

function toDo(round: LoggedRound, thread: ThreadId | null): RoundToDo {
  const { number, current, total, gitCommit, configured } = round;
  return { number, current, total, thread, isConfigured: configured !== null, gitCommit };
}
