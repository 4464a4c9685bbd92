import { newQuestion, projectEndWords, roundPermissionsText, waitOver } from "@reprise/model";
import { type Input, isInput } from "../../kernel/input.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { begin as beginViewer } from "../viewer/index.ts";
import { inViewer } from "./in-viewer.ts";
import { press } from "./press.ts";
import { isElsewhere, isWorking, type Message, type State, type Task } from "./state.ts";

type ProjectStep = Step<State, Task>;

export function update(before: State, event: Input | Message | Returned | Failed, size: Size): ProjectStep {
  const step = isInput(event) ? press(before, event, size) : told(before, event, size);
  return step.go ? step : guarded(before, ticking(step));
}

/** The first Enter after other actions appear must not choose among them. */
function guarded(before: State, step: ProjectStep): ProjectStep {
  const { state } = step;
  const isNew = before.phase !== state.phase && (state.phase === "idle" || state.phase === "paused");
  if (!isNew) return step;
  const guard = { ...newQuestion, edition: state.guard.edition + 1 };
  const wait: Task = { type: "wait", edition: guard.edition };
  return { ...step, state: { ...state, guard, chosen: 0 }, tasks: [...(step.tasks ?? []), wait] };
}

const tickMs = 1000;
/** Files of another process are read again. */
const lookMs = 2000;

function ticking(step: ProjectStep): ProjectStep {
  const { state } = step;
  const isNeeded = isWorking(state) || isElsewhere(state);
  if (state.isTicking || !isNeeded) return step;
  const tick: Task = { type: "tick", ms: isElsewhere(state) ? lookMs : tickMs };
  return { ...step, state: { ...state, isTicking: true }, tasks: [...(step.tasks ?? []), tick] };
}

function told(state: State, event: Message | Returned | Failed, size: Size): ProjectStep {
  switch (event.type) {
    case "view":
      return withView(state, event, size);
    case "not-opened":
      return {
        state: { ...state, problem: event.reason, phase: state.phase === "opening" ? "idle" : state.phase },
      };
    case "started": {
      const { path, controls } = event;
      return {
        state: { ...state, controls, phase: state.isLeaving ? "ending" : "running", note: null },
        tasks: [
          { type: "view", wish: state.wish, path, isFirst: state.viewer === null },
          ...(state.isLeaving ? [{ type: "control", controls, what: "end" } as const] : []),
        ],
      };
    }
    case "permitted":
      return { state: { ...state, note: roundPermissionsText(event.permissions) } };
    case "not-started":
      return {
        state: {
          ...state,
          phase: "idle",
          note: event.reason,
          problem: state.view === null ? event.reason : null,
        },
        ...(state.isLeaving ? { go: { back: true } } : {}),
      };
    case "working":
      return withActivity(state, event, size);
    case "ended":
      return ended(state, event.path);
    case "quiet":
      return { state: { ...state, guard: waitOver(state.guard, event.edition) } };
    case "clock": {
      const next = { ...state, now: event.now, isTicking: false };
      const path = state.view?.path;
      return {
        state: next,
        tasks: isElsewhere(state) && path ? [{ type: "view", wish: state.wish, path, isFirst: false }] : [],
      };
    }
    case "viewer": {
      const step = inViewer(state, event.message, size);
      const path = state.view?.path;
      if (event.message.type !== "changed" || path === undefined) return step;
      return {
        ...step,
        tasks: [...(step.tasks ?? []), { type: "view", wish: state.wish, path, isFirst: false }],
      };
    }
    case "returned":
      return inViewer(state, event, size);
    case "failed":
      return { state: { ...state, note: event.reason } };
  }
}

function withView(state: State, { view, session, now }: Message & { type: "view" }, size: Size): ProjectStep {
  const known: State = {
    ...state,
    view,
    goal: view.goal,
    now,
    phase: state.phase === "opening" ? "idle" : state.phase,
  };
  if (known.viewer !== null) return inViewer(known, { type: "changed" }, size);
  const { state: viewer, tasks } = beginViewer(session, null, null);
  return { state: { ...known, viewer }, tasks: tasks.map((task) => ({ type: "viewer", task })) };
}

function withActivity(state: State, { activity, hasNews }: Message & { type: "working" }, size: Size): ProjectStep {
  const isPaused = activity.phase === "paused" && state.phase !== "ending";
  const isGoingOn = state.phase === "paused" && activity.phase === "working";
  const phase = isPaused ? "paused" : isGoingOn ? "running" : state.phase;
  const next: State = { ...state, activity, phase, note: phase === state.phase ? state.note : null };
  if (!hasNews || state.view === null) return { state: next };
  const step = inViewer(next, { type: "changed" }, size);
  return {
    ...step,
    tasks: [...(step.tasks ?? []), { type: "view", wish: state.wish, path: state.view.path, isFirst: false }],
  };
}

function ended(state: State, path: string): ProjectStep {
  const end = state.activity?.end ?? null;
  const note = end === null ? null : projectEndWords(end);
  const next: State = { ...state, controls: null, phase: "idle", note };
  if (state.isLeaving) return { state: next, go: { back: true } };
  return { state: next, tasks: [{ type: "view", wish: state.wish, path, isFirst: state.viewer === null }] };
}
