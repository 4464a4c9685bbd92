import {
  type AnswerGuard,
  newQuestion,
  type ProjectActivity,
  type ProjectControls,
  type ProjectResumeWish,
  type ProjectView,
  type ProjectWish,
  type RoundPermissions,
  type SessionSummary,
  type Timestamp,
} from "@reprise/model";
import type { Beginning } from "../../kernel/app.ts";
import type { ProjectRoute } from "../../kernel/route.ts";
import type { World } from "../../world.ts";
import type { ViewerMessage, ViewerState, ViewerTask } from "../viewer/state.ts";

/**
 * `opening`: being read, or made. `idle`: no work by this process. `pausing`: until the turn has stopped. `paused`: the person
 * decides. `ending`: until the work has ended.
 */
type Phase = "opening" | "idle" | "starting" | "running" | "pausing" | "paused" | "ending";

export interface State {
  readonly phase: Phase;
  readonly isDemo: boolean;
  /** The goal, until more is known. */
  readonly goal: string;
  readonly wish: ProjectResumeWish;
  readonly view: ProjectView | null;
  /** The rounds as one session. */
  readonly viewer: ViewerState | null;
  readonly activity: ProjectActivity | null;
  readonly controls: ProjectControls | null;
  /** Of the shown actions. */
  readonly chosen: number;
  /** Whether Enter can choose yet: it may cost money. */
  readonly guard: AnswerGuard;
  readonly isTicking: boolean;
  /** Leave once the work has ended. */
  readonly isLeaving: boolean;
  readonly note: string | null;
  /** Why it cannot be shown. */
  readonly problem: string | null;
  readonly now: Timestamp;
}

export type Message =
  | {
      readonly type: "view";
      readonly view: ProjectView;
      readonly session: SessionSummary;
      readonly now: Timestamp;
    }
  | { readonly type: "not-opened"; readonly reason: string }
  | { readonly type: "started"; readonly path: string; readonly controls: ProjectControls }
  | { readonly type: "permitted"; readonly permissions: RoundPermissions }
  | { readonly type: "not-started"; readonly reason: string }
  /** `hasNews`: there is more to read in the files. */
  | { readonly type: "working"; readonly activity: ProjectActivity; readonly hasNews: boolean }
  | { readonly type: "ended"; readonly path: string }
  | { readonly type: "quiet"; readonly edition: number }
  | { readonly type: "clock"; readonly now: Timestamp }
  | { readonly type: "viewer"; readonly message: ViewerMessage };

export type Task =
  | {
      readonly type: "view";
      readonly path: string;
      readonly wish: ProjectResumeWish;
      readonly isFirst: boolean;
    }
  /** This and `resume` are the only tasks that start anything. */
  | { readonly type: "start"; readonly wish: ProjectWish }
  | { readonly type: "resume"; readonly view: ProjectView; readonly wish: ProjectResumeWish }
  | {
      readonly type: "control";
      readonly controls: ProjectControls;
      readonly what: "interrupt" | "continueRound" | "stop" | "end";
    }
  | { readonly type: "wait"; readonly edition: number }
  | { readonly type: "tick"; readonly ms: number }
  | { readonly type: "viewer"; readonly task: ViewerTask };

const usualRounds = 10;

export function begin(route: ProjectRoute, { isDemo, now }: World): Beginning<State, Task> {
  const usual: ProjectResumeWish = { agent: null, settings: {}, rounds: usualRounds };
  const isNew = route.kind === "start";
  const wish = isNew ? { ...usual, settings: route.wish.settings } : (route.wish ?? usual);
  const state: State = {
    phase: "opening",
    isDemo,
    goal: isNew ? route.wish.goal : "",
    wish,
    view: null,
    viewer: null,
    activity: null,
    controls: null,
    chosen: 0,
    guard: newQuestion,
    isTicking: false,
    isLeaving: false,
    note: null,
    problem: null,
    now: now(),
  };
  const task: Task = isNew
    ? { type: "start", wish: route.wish }
    : { type: "view", path: route.path, wish, isFirst: true };
  return { state: isNew ? { ...state, phase: "starting" } : state, tasks: [task] };
}

/** Another process works on it. */
export function isElsewhere({ view, controls }: State): boolean {
  return controls === null && view?.owner != null && view.state === "running";
}

export function isWorking({ phase }: State): boolean {
  return phase === "starting" || phase === "running" || phase === "pausing" || phase === "ending";
}
