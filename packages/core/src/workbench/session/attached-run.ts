import {
  type RestorePlan,
  type Run,
  type RunId,
  type Runner,
  type RunState,
  SessionError,
  type SessionId,
  sessionIdOf,
} from "@reprise/model";
import { isStarted } from "./other-processes.ts";

/** A run that something else has started, in this process or another. */
export interface AttachedRun {
  readonly run: Run;
  readonly state: RunState | undefined;
  /** What it carries out; null for a new session, and for a run of another process. */
  readonly plan: RestorePlan | null;
  /** Null until it has one. */
  readonly session: SessionId | null;
}

/** Throws `not-found`. */
export async function attachedRun(id: RunId, runner: Runner): Promise<AttachedRun> {
  const [run, states] = await Promise.all([runner.attach(id), runner.runs()]);
  const state = states.find((one) => one.run === id);
  const plan = (isStarted(run) ? run.plan : null) ?? null;
  const known = state?.thread ? sessionIdOf(state.agent, state.thread) : null;
  const session = plan?.mode === "resume" ? plan.session : known;
  if (!isStarted(run) && (state === undefined || session === null))
    throw new SessionError("not-found", `There is no run ${id}.`);
  return { run, state, plan, session };
}
