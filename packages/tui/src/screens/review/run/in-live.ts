import type { Input } from "../../../kernel/input.ts";
import type { Failed, Go, Returned, Size, Step } from "../../../kernel/screen.ts";
import { liveScreen } from "../../live/index.ts";
import type { LiveMessage } from "../../live/state.ts";
import { asked } from "../asking.ts";
import type { State, Task } from "../state.ts";

type ReviewStep = Step<State, Task>;

/** The event for the run and its conversation. */
export function inLive(state: State, event: Input | LiveMessage | Returned | Failed, size: Size): ReviewStep {
  if (state.live === null) return { state };
  const step = liveScreen.update(state.live, event, size);
  const tasks: Task[] = (step.tasks ?? []).map((task) => ({ type: "live", task }));
  const next = { ...state, live: step.state };
  const after = event.type === "run-over" ? ended(next) : { state: next };
  const gone = step.go ? followed(after.state, step.go) : {};
  const shown = "state" in gone ? gone : after;
  return {
    state: shown.state,
    tasks: [...tasks, ...(after.tasks ?? []), ...("state" in gone ? (gone.tasks ?? []) : [])],
    ...(shown.go ? { go: shown.go } : {}),
  };
}

/** Its process is gone: what changed is read now. */
function ended(state: State): ReviewStep {
  const { live, worked, question } = state;
  // What it asked about the run is over with it.
  const isOver = question?.kind === "cancel" || question?.kind === "leave";
  const next: State = { ...state, isRunning: false, question: isOver ? null : question };
  if (state.isLeaving) return { state: next, go: { back: true } };
  // Until its reason is asked about.
  if (live?.view.status === "refused" && live.next !== null) return { state: { ...next, starting: "resuming" } };
  return {
    state: next,
    tasks: [{ type: "conclude", ended: { run: live?.view.run ?? null }, comments: worked }],
  };
}

/** Where the conversation wants to go; it is part of this screen, so it replaces nothing. */
function followed(state: State, go: Go): ReviewStep | Record<string, never> {
  if ("back" in go || "escape" in go) return { state: { ...state, isWatching: false } };
  if (!("instead" in go)) return { state, go };
  const { live } = state;
  const route = go.instead;
  const run = state.resumedRun;
  if (route.screen !== "restore" || live?.view.status !== "refused" || run === null)
    return { state: { ...state, isWatching: false, note: "x starts a run, or resumes this one." } };
  const reason = live.banner?.text ?? "The agent refused.";
  const replay = {
    ...route,
    modes: ["replay"],
    plan: route.plan?.mode === "replay" ? route.plan : null,
  } as const;
  const calm = { ...state, isWatching: false, starting: null, worked: [], live: null };
  return asked(calm, { kind: "refused", reason, run, replay });
}

/** A key for the modal of the list. Before it takes answers no key goes to the composer, which is not shown. */
export function answerInList(state: State, input: Input, size: Size): ReviewStep {
  const isReady = state.live?.asking?.guard.isReady === true;
  const lost: Input = { type: "key", key: "pageUp", text: null };
  return inLive(state, isReady || input.type === "resize" ? input : lost, size);
}
