import { type Dismissal, type RunState, type Scope, SessionError, type SessionSummary } from "@reprise/model";
import { isOffered } from "../journal/find-runs.ts";
import { dismissalsIn, isDismissed } from "../runs/dismissals.ts";
import { addReply } from "../runs/replies.ts";
import type { Desk } from "./desk.ts";

export async function dismissalOf(name: string, desk: Desk): Promise<Dismissal> {
  const { session } = await desk.library.recorded(name);
  return toldOf(session, await desk.runs(), desk);
}

function toldOf(session: SessionSummary, runs: readonly RunState[], desk: Desk): Dismissal {
  const { id, state } = session;
  const latest = latestOf(session, runs);
  // Of a session whose agent was killed early, the log may look finished.
  const isCut = state === "interrupted" || state === "failed" || (latest !== null && isOffered(latest));
  const whyNot = isCut && state !== "live" ? null : `${id} is ${state}: there is no interruption to dismiss.`;
  return { session: id, whyNot, isDismissed: whyNot === null && isOver(session, runs, desk) };
}

function isOver(session: SessionSummary, runs: readonly RunState[], desk: Desk): boolean {
  return isDismissed(dismissalsIn(desk.replies()), session, latestOf(session, runs));
}

/** The runs are newest first. */
function latestOf({ agent, thread }: SessionSummary, runs: readonly RunState[]): RunState | null {
  return runs.find((run) => run.agent === agent && run.thread === thread) ?? null;
}

export async function dismiss(name: string, isWanted: boolean, desk: Desk): Promise<Dismissal> {
  const { session } = await desk.library.recorded(name);
  const before = toldOf(session, await desk.runs(), desk);
  if (before.whyNot !== null) throw new SessionError("not-found", before.whyNot);
  if (before.isDismissed === isWanted) return before;
  const { id, updatedAt } = session;
  const reply = isWanted
    ? ({ type: "interruption-dismissed", session: id, updatedAt } as const)
    : ({ type: "dismissal-undone", session: id } as const);
  addReply(desk.place.stateFolder, reply, desk.host);
  return { ...before, isDismissed: isWanted };
}

export async function dismissedCount(scope: Scope, desk: Desk): Promise<number> {
  const dismissals = dismissalsIn(desk.replies());
  if (dismissals.size === 0) return 0;
  const query = { scope, state: "interrupted", limit: Number.MAX_SAFE_INTEGER - 1 } as const;
  const { sessions } = await desk.library.list(query);
  const maybe = sessions.filter(({ id }) => dismissals.has(id));
  if (maybe.length === 0) return 0;
  const runs = await desk.runs();
  return maybe.filter((session) => isDismissed(dismissals, session, latestOf(session, runs))).length;
}

/** Whether the run's session was dismissed since; asked only where something was dismissed. */
export async function isRunDismissed(run: RunState, desk: Desk): Promise<boolean> {
  const dismissals = dismissalsIn(desk.replies());
  if (dismissals.size === 0 || run.thread === null) return false;
  try {
    const { session } = await desk.library.recorded(`${run.agent}:${run.thread}`);
    return isDismissed(dismissals, session, run);
  } catch (error) {
    if (error instanceof SessionError) return false;
    throw error;
  }
}
