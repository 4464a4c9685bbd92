import {
  cutOffStates,
  type Dismissal,
  isCutOff,
  isHeld,
  type RunState,
  type Scope,
  SessionError,
  type SessionId,
  type SessionSummary,
  sessionIdOf,
} from "@reprise/model";
import { annotationsPath } from "../annotations/annotation-file.ts";
import { AnnotationReader } from "../annotations/annotation-reader.ts";
import { isOffered } from "../journal/find-runs.ts";
import { dismissalsIn, isDismissed } from "../runs/dismissals.ts";
import { addReply } from "../runs/saved-replies.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

export async function dismissalOf(name: string, reader: EvidenceReader): Promise<Dismissal> {
  const { session } = await reader.library.recorded(name);
  return toldOf(session, await reader.runs(), reader);
}

function toldOf(session: SessionSummary, runs: readonly RunState[], reader: EvidenceReader): Dismissal {
  const { id, state } = session;
  const latest = latestOf(session, runs);
  // If the agent was killed early, its log may look finished.
  const isCut = isCutOff(state) || state === "failed" || (latest !== null && isOffered(latest));
  const whyNot = isCut && !isHeld(state) ? null : `${id} is ${state}: nothing to dismiss.`;
  return { session: id, whyNot, isDismissed: whyNot === null && isOver(session, runs, reader) };
}

function isOver(session: SessionSummary, runs: readonly RunState[], reader: EvidenceReader): boolean {
  return isDismissed(dismissalsIn(reader.replies()), session, latestOf(session, runs));
}

/** `runs`: newest first. */
function latestOf({ agent, thread }: SessionSummary, runs: readonly RunState[]): RunState | null {
  return runs.find((run) => run.agent === agent && run.thread === thread) ?? null;
}

export async function dismiss(name: string, isWanted: boolean, reader: EvidenceReader): Promise<Dismissal> {
  const { session } = await reader.library.recorded(name);
  const before = toldOf(session, await reader.runs(), reader);
  if (before.whyNot !== null) throw new SessionError("not-found", before.whyNot);
  if (before.isDismissed === isWanted) return before;
  const { id, updatedAt } = session;
  const reply = isWanted
    ? ({ type: "interruption-dismissed", session: id, updatedAt } as const)
    : ({ type: "dismissal-undone", session: id } as const);
  addReply(reader.environment.stateFolder, reply, reader.host);
  return { ...before, isDismissed: isWanted };
}

export async function dismissedCount(scope: Scope, reader: EvidenceReader): Promise<number> {
  const dismissals = dismissalsIn(reader.replies());
  if (dismissals.size === 0) return 0;
  const sessions: SessionSummary[] = [];
  for (const state of cutOffStates) {
    const page = await reader.library.list({ scope, state, limit: Number.MAX_SAFE_INTEGER - 1 });
    sessions.push(...page.sessions);
  }
  const maybe = sessions.filter(({ id }) => dismissals.has(id));
  if (maybe.length === 0) return 0;
  const runs = await reader.runs();
  return maybe.filter((session) => isDismissed(dismissals, session, latestOf(session, runs))).length;
}

/** Whether the run's session was dismissed since, or hidden. The session is looked up only if anything was dismissed. */
export async function isRunDismissed(run: RunState, reader: EvidenceReader): Promise<boolean> {
  if (run.thread !== null && isHidden(sessionIdOf(run.agent, run.thread), reader)) return true;
  const dismissals = dismissalsIn(reader.replies());
  if (dismissals.size === 0 || run.thread === null) return false;
  try {
    const { session } = await reader.library.recorded(`${run.agent}:${run.thread}`);
    return isDismissed(dismissals, session, run);
  } catch (error) {
    if (error instanceof SessionError) return false;
    throw error;
  }
}

function isHidden(session: SessionId, { environment, host }: EvidenceReader): boolean {
  const annotations = new AnnotationReader(annotationsPath(environment.stateFolder), host);
  return annotations.read(() => {}).of(session).isHidden;
}
