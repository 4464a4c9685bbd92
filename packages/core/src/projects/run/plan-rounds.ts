import {
  type Agent,
  asThreadId,
  type RoundsWish,
  type RunState,
  SessionError,
  type SessionId,
  type Settings,
  sessionIdOf,
  type ThreadId,
  usualWish,
} from "@reprise/model";
import { potterAgent } from "../../agents/registry.ts";
import { widerThan } from "../../restore/permissions.ts";
import { leadsInside } from "../../workspace/is-inside.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import type { LoggedRound, ProjectLog } from "../log/log-record.ts";
import { type ReadProject, unfinishedRound } from "../read-project.ts";
import { lastRound } from "./last-round.ts";
import type { ProjectsParts } from "./open-work.ts";
import {
  type KnownAgent,
  type LogClaims,
  noClaims,
  type RoundSettings,
  refused,
  roundSettings,
} from "./round-settings.ts";

/** The agent, thread and permissions of the rounds to come. */
export interface RoundsPlan extends RoundSettings {
  readonly agent: Agent;
  /** Of the unfinished round; null: it starts in a new one. */
  readonly thread: ThreadId | null;
}

/**
 * What a resume would do. The log of a project is a file of its workspace, which its agent can write: our journals decide what
 * the rounds may do and which thread is theirs. Throws `refused` with what the person can name. Reads only.
 */
export async function planRounds(
  { place, log }: Pick<ReadProject, "place" | "log">,
  wish: RoundsWish,
  parts: ProjectsParts,
): Promise<RoundsPlan> {
  const runs = await parts.runner.runs({ kind: "project", path: place.path });
  const last = await lastRound(runs, parts.host);
  const unfinished = wish.isFresh ? null : unfinishedRound(log);
  const found = unfinished === null ? null : await threadOf(unfinished, { place, log, runs }, parts);
  const claimed = claimedAgent(log);
  if (last !== null && claimed !== null && claimed !== last.agent && wish.agent == null)
    throw refused(
      `Its log names the agent ${claimed}, but its last round ran with ${last.agent}. Name the agent you want with --agent.`,
    );
  const agent = found?.agent ?? wish.agent ?? claimed ?? last?.agent ?? potterAgent;
  checkAgent(agent, place);
  const known = await knownAgent(agent, place, parts, last);
  const claims = claimsFor(agent, log, last === null ? await lastSandbox(log, parts) : null);
  const planned = roundSettings(claims, wish.settings, known);
  if (found?.isForeign) await checkForeign(found, planned, { wish, known }, parts);
  return { ...planned, agent, thread: found?.thread ?? null };
}

/** Of a project that has no log yet. */
export async function planFirstRounds(
  { agent, cwd, settings }: { readonly agent: Agent; readonly cwd: string; readonly settings: Partial<Settings> },
  parts: ProjectsParts,
): Promise<RoundSettings> {
  const known = await knownAgent(agent, { workspace: cwd }, parts, null);
  // The agent knows better than its default what a configuration means that we cannot read.
  const rules = known.configured === null ? null : known.rules;
  return roundSettings(noClaims, settings, { ...known, rules });
}

async function knownAgent(
  agent: Agent,
  { workspace }: Pick<ProjectPlace, "workspace">,
  { rulesOf, asks, host }: ProjectsParts,
  last: KnownAgent["last"],
): Promise<KnownAgent> {
  const rules = await rulesOf(agent);
  const place = { folder: workspace, home: null, env: host.env };
  const configured = rules?.configured(place, host.files) ?? null;
  return { agent, rules, configured, inFolder: rules?.inFolder?.(place, host.files), asks: asks(agent), last };
}

function checkAgent(agent: Agent, { origin }: ProjectPlace): void {
  if (origin !== "codexpotter" || agent === potterAgent) return;
  throw refused(
    `A project of CodexPotter is continued with ${potterAgent} only: its log cannot hold rounds of ${agent}.`,
  );
}

function claimedAgent({ rounds, started, resumed }: ProjectLog): Agent | null {
  const configured = rounds.findLast((round) => round.configured)?.configured;
  return resumed?.agent ?? configured?.agent ?? started?.agent ?? null;
}

/** A policy or a provider of one agent means nothing, or something else, to another. */
function claimsFor(agent: Agent, log: ProjectLog, sandbox: string | null): LogClaims {
  const {
    sandbox: named = null,
    approvalPolicy = null,
    provider = null,
  } = log.resumed?.settings ?? log.started?.settings ?? {};
  const isOwn = (claimedAgent(log) ?? agent) === agent;
  return {
    sandbox: named ?? sandbox,
    ...(isOwn ? { approvalPolicy, provider } : { approvalPolicy: null, provider: null }),
  };
}

/** A sandbox that no record names, as in CodexPotter's log, is that of the last round: what is configured by now may be wider. */
async function lastSandbox({ rounds }: ProjectLog, { runner }: ProjectsParts): Promise<string | null> {
  const configured = rounds.findLast((round) => round.configured)?.configured;
  if (!configured) return null;
  const session = sessionIdOf(configured.agent, asThreadId(configured.thread));
  return (await recordedSettings(session, runner))?.sandbox ?? null;
}

/** Null if the agent's log is gone. */
async function recordedSettings(session: SessionId, runner: ProjectsParts["runner"]): Promise<Settings | null> {
  try {
    return (await runner.plan(session, { ...usualWish, allowsWider: true })).settings;
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}

interface FoundThread {
  readonly agent: Agent;
  readonly thread: ThreadId;
  /** Our journal does not have it under this project. */
  readonly isForeign: boolean;
}

interface LoggedProject {
  readonly place: ProjectPlace;
  readonly log: ProjectLog;
  /** Our own of this project, newest first. */
  readonly runs: readonly RunState[];
}

/** Killed between the start of its thread and the record about it, our journal has it. A thread that holds nothing is not one. */
async function threadOf(round: LoggedRound, project: LoggedProject, parts: ProjectsParts): Promise<FoundThread | null> {
  const { log, runs } = project;
  const { configured } = round;
  if (configured) return loggedThread(configured, round.number, project, parts);
  const known = new Set(log.rounds.map((one) => one.configured?.thread));
  for (const { agent, thread, startedAt } of runs) {
    if (thread === null || known.has(thread) || startedAt < (round.startedAt ?? "")) continue;
    if (await holdsTurn(sessionIdOf(agent, thread), parts)) return { agent, thread, isForeign: false };
  }
  return null;
}

/**
 * The log could name any conversation of this machine. Ours are those that our journal has under this project; of another
 * program, or another machine, those that began in this workspace and that no other run of ours has.
 */
async function loggedThread(
  configured: NonNullable<LoggedRound["configured"]>,
  number: number,
  { place, runs }: LoggedProject,
  parts: ProjectsParts,
): Promise<FoundThread> {
  const { agent } = configured;
  const thread = asThreadId(configured.thread);
  const isIt = (run: RunState) => run.agent === agent && run.thread === thread;
  if (runs.some(isIt)) return { agent, thread, isForeign: false };
  const session = sessionIdOf(agent, thread);
  const refuse = (why: string) =>
    refused(
      `Its log names ${session} as the thread of round ${number}, ${why}. --fresh does the round again in a new thread.`,
    );
  if (place.origin === "reprise" && runs.length > 0) throw refuse("which Reprise did not start for this project");
  if ((await parts.runner.runs()).some(isIt)) throw refuse("which Reprise ran for something else");
  const workspace = await workspaceOf(session, parts);
  if (workspace !== undefined && (workspace === null || !leadsInside(workspace, place.workspace, parts.host.files)))
    throw refuse(workspace === null ? "which began in an unknown folder" : `which began in ${workspace}`);
  return { agent, thread, isForeign: true };
}

/** By the agent's own record; undefined if the session is gone. */
async function workspaceOf(session: SessionId, { library }: ProjectsParts): Promise<string | null | undefined> {
  try {
    return (await library.find(session)).workspace;
  } catch (error) {
    if (error instanceof SessionError) return undefined;
    throw error;
  }
}

async function holdsTurn(session: SessionId, { library }: ProjectsParts): Promise<boolean> {
  try {
    return (await library.find(session)).turnCount > 0;
  } catch (error) {
    if (error instanceof SessionError) return false; // it never came to the disk
    throw error;
  }
}

/** A thread that we did not run continues only if it had no more than the rounds get. */
async function checkForeign(
  { agent, thread }: FoundThread,
  { permitted }: RoundSettings,
  { wish, known: { rules, asks } }: { readonly wish: RoundsWish; readonly known: KnownAgent },
  { runner }: ProjectsParts,
): Promise<void> {
  if (permitted === null || rules === null || wish.settings.sandbox != null) return;
  const recorded = await recordedSettings(sessionIdOf(agent, thread), runner);
  if (recorded === null) return;
  const { sandbox, approvalPolicy } = recorded;
  const had = rules.under({ sandbox, approvalPolicy: asks ? null : approvalPolicy });
  const [wider] = widerThan(permitted, { ...permitted, ...had }, rules);
  if (wider === undefined) return;
  throw refused(
    `Its unfinished round ran with ${wider.now}, which is more than you have configured (${wider.recorded}). Name the sandbox to continue it with: --sandbox.`,
  );
}
