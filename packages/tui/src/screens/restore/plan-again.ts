import type { Step } from "../../kernel/screen.ts";
import { modeAfter } from "./modes.ts";
import { agentAfter, isHere, modeOf, type RestoreRequest, targetOf } from "./restore-subject.ts";
import { planTask, type State, type Task } from "./state.ts";

/** Drops all consents: they belonged to the previous plan. */
export function planAgain(state: State, asked: Partial<RestoreRequest> = {}): Step<State, Task> {
  const { subject } = state;
  const next: State = {
    ...state,
    subject: { ...subject, asked: { ...subject.asked, ...asked }, plan: null, failure: null },
    request: state.request + 1,
    enterGuard: { ...state.enterGuard, isReady: true },
    isNextBest: false,
    answers: { ...state.answers, approvals: false, "log-approvals": false },
    chosen: 0,
    top: 0,
  };
  return { state: next, tasks: [planTask(next)] };
}

/** Makes the same plan again, for the current state. */
export function planAnew(state: State): Step<State, Task> {
  return planAgain(state, state.isNextBest ? { modes: state.firstModes, via: null } : {});
}

/** Plans the next mode; the refusal of this one stays visible. */
export function planNextMode(state: State): Step<State, Task> {
  const { subject } = state;
  const mode = modeAfter(modeOf(subject));
  if (mode === null) return { state };
  const earlier = [...subject.earlier, ...(subject.plan?.refusals ?? [])];
  const asked = { modes: [mode], via: null, allowsWider: false };
  return planAgain({ ...state, subject: { ...subject, earlier } }, asked);
}

/** Another way to send the same history. Choosing spends nothing: the plan shows the cost. */
export function planOtherWay(state: State): Step<State, Task> {
  const { plan } = state.subject;
  if (plan?.mode !== "replay" && plan?.mode !== null) return { state };
  const ways = plan.ways.map(({ way }) => way);
  const next = ways[(plan.via ? ways.indexOf(plan.via) + 1 : 0) % Math.max(1, ways.length)];
  return next === undefined ? { state } : planAgain(state, { modes: ["replay"], via: next });
}

/** Another agent can only replay: it does not have the session's thread. */
export function planOtherTarget(state: State): Step<State, Task> {
  const { session, asked } = state.subject;
  const target = agentAfter(targetOf(state.subject), state.subject.here.agents);
  const { cwd } = asked.settings;
  const settings = cwd === undefined ? {} : { cwd };
  const isOwn = target === session.agent;
  const modes = isOwn ? state.firstModes : (["replay"] as const);
  return planAgain(
    { ...state, subject: { ...state.subject, earlier: [] } },
    { to: isOwn ? null : target, via: null, modes, settings, allowsWider: false },
  );
}

export function planOtherFolder(state: State): Step<State, Task> {
  const { asked, here } = state.subject;
  const { cwd: _, ...others } = asked.settings;
  const settings = isHere(state.subject) ? others : { ...others, cwd: here.cwd };
  return planAgain(state, { settings, allowsWider: false });
}
