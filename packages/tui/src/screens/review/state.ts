import type {
  AnswerGuard,
  CommentChoice,
  FetchedComments,
  ReviewComment,
  ReviewFilter,
  ReviewReport,
  RunId,
  SessionSummary,
  Timestamp,
} from "@reprise/model";
import { newQuestion, noChoice } from "@reprise/model";
import type { Composer } from "../../composer/index.ts";
import type { Beginning } from "../../kernel/app.ts";
import type { LiveRoute, ReviewRoute, Route } from "../../kernel/route.ts";
import type { Failed } from "../../kernel/screen.ts";
import type { DiffState } from "../../widgets/diff/state.ts";
import type { ListSearch } from "../../widgets/list-search.ts";
import { atTop, type Scroll } from "../../widgets/scroll.ts";
import type { World } from "../../world.ts";
import type { LiveMessage, LiveState, LiveTask } from "../live/state.ts";
import type { Message as PlanMessage, State as PlanState, Task as PlanTask } from "../restore/state.ts";
import type { MenuState } from "./filter/menu.ts";
import type { Question } from "./question.ts";

/** What is shown instead of the comments. */
export type Over =
  | { readonly kind: "menu"; readonly menu: MenuState }
  | { readonly kind: "diff"; readonly diff: DiffState }
  | { readonly kind: "edit"; readonly comment: number; readonly composer: Composer };

/** When the comments are fetched again. */
export interface Refresh {
  /** The latest wait; the end of an earlier one is ignored. */
  readonly edition: number;
  /** The wait ended while a question was open. */
  readonly isDue: boolean;
  /** Fetches that failed one after another. */
  readonly failures: number;
}

export interface State {
  readonly route: ReviewRoute;
  readonly isDemo: boolean;
  readonly agentTitle: string;
  readonly filter: ReviewFilter;
  /** Within the filter. */
  readonly search: ListSearch | null;
  /** Those of the filter's range. */
  readonly commits: readonly string[] | null;
  /** Null until known. */
  readonly fetched: FetchedComments | null;
  /** The latest fetch or commit range asked for; answers to earlier ones are ignored. */
  readonly request: number;
  readonly isLoading: boolean;
  /** Why the last fetch failed; the comments may be old. */
  readonly fetchProblem: string | null;
  readonly refresh: Refresh;
  readonly scroll: Scroll;
  readonly choice: CommentChoice;
  /** The first visible line of the detail. */
  readonly detailTop: number;
  /** Stays until it is dismissed, or the same is tried again. */
  readonly error: string | null;
  /** Until the next key. */
  readonly note: string | null;
  /** How the last run ended, until it is dismissed. */
  readonly outcome: string | null;
  readonly question: Question | null;
  /** Whether a key can answer the question yet. */
  readonly guard: AnswerGuard;
  readonly over: Over | null;
  /** What is done before a run starts. */
  readonly starting: "looking" | "resuming" | "launching" | null;
  /** Counts each x and each Esc before a start: what an earlier x leads to must start nothing any more. */
  readonly attempt: number;
  /** The interrupted run that is resumed. */
  readonly resumedRun: RunId | null;
  /** The comments of the run. */
  readonly worked: readonly ReviewComment[];
  /** The run and its conversation. */
  readonly live: LiveState | null;
  readonly isRunning: boolean;
  /** The conversation is shown. */
  readonly isWatching: boolean;
  /** A plan that needs consent. */
  readonly plan: PlanState | null;
  readonly report: ReviewReport | null;
  /** Replies that were edited, by comment. */
  readonly drafts: Readonly<Record<number, string>>;
  readonly posted: ReadonlySet<number>;
  readonly isPosting: boolean;
  /** Leave once the run has ended. */
  readonly isLeaving: boolean;
}

export type Message =
  | { readonly type: "fetched"; readonly request: number; readonly fetched: FetchedComments }
  | {
      readonly type: "not-fetched";
      readonly request: number;
      readonly reason: string;
      readonly resetsAt: Timestamp | null;
      readonly now: Timestamp;
    }
  | { readonly type: "refresh-due"; readonly edition: number }
  | {
      readonly type: "commits";
      readonly request: number;
      readonly range: string;
      readonly commits: readonly string[];
    }
  | { readonly type: "diff"; readonly text: string }
  | { readonly type: "no-diff"; readonly reason: string }
  | { readonly type: "quiet"; readonly edition: number }
  /** Null: there is nothing to resume. `unsent`: a prompt that never reached an agent. */
  | { readonly type: "offer"; readonly offered: OfferedRun | null; readonly unsent: RunId | null }
  | { readonly type: "not-started"; readonly reason: string }
  /** What an x led to. */
  | { readonly type: "attempted"; readonly attempt: number; readonly message: Message }
  | {
      readonly type: "refused";
      readonly reason: string;
      readonly run: RunId;
      readonly replay: Route & { readonly screen: "restore" };
    }
  | { readonly type: "plan-opened"; readonly opened: Beginning<PlanState, PlanTask> }
  | { readonly type: "plan"; readonly message: PlanMessage | Failed }
  | { readonly type: "live-opened"; readonly opened: Beginning<LiveState, LiveTask> }
  | { readonly type: "live"; readonly message: LiveMessage | Failed }
  | {
      readonly type: "concluded";
      /** Of the run that has just ended; else of an earlier one. */
      readonly isOfRun: boolean;
      readonly journal: string | null;
      readonly report: ReviewReport | null;
      readonly problem: string | null;
    }
  | { readonly type: "drafts"; readonly drafts: Readonly<Record<number, string>> }
  | { readonly type: "posted"; readonly comment: number; readonly reply: ReviewComment }
  | { readonly type: "not-posted"; readonly comment: number; readonly reason: string };

/** An interrupted run of this pull request. */
export interface OfferedRun {
  readonly run: RunId;
  readonly words: string;
  readonly session: SessionSummary;
}

export type Task =
  | { readonly type: "fetch"; readonly request: number }
  | { readonly type: "wait-refresh"; readonly edition: number; readonly ms: number }
  | { readonly type: "commits"; readonly request: number; readonly range: string }
  | { readonly type: "diff" }
  | { readonly type: "wait"; readonly edition: number }
  | { readonly type: "offer" }
  /** This and `resume` lead to a run. */
  | {
      readonly type: "start";
      readonly comments: readonly ReviewComment[];
      /** Is not offered again. */
      readonly declines: RunId | null;
      /** Is replaced. */
      readonly unsent: RunId | null;
    }
  | {
      readonly type: "resume";
      readonly offered: OfferedRun;
      readonly comments: readonly ReviewComment[];
    }
  | { readonly type: "open-plan"; readonly route: Route & { readonly screen: "restore" } }
  | { readonly type: "plan"; readonly task: PlanTask }
  | { readonly type: "open-live"; readonly begin: LiveRoute }
  | { readonly type: "live"; readonly task: LiveTask }
  | {
      readonly type: "conclude";
      /** The run that has just ended; null if it had no id yet. */
      readonly ended: { readonly run: RunId | null } | null;
      readonly comments: readonly ReviewComment[];
    }
  | { readonly type: "load-drafts" }
  | { readonly type: "copy"; readonly text: string }
  | { readonly type: "save-drafts"; readonly drafts: Readonly<Record<number, string>> }
  /** Posts under the user's name. */
  | { readonly type: "post"; readonly comment: number; readonly body: string };

/** A task, with what the screen is about. */
export interface RoutedTask {
  readonly route: ReviewRoute;
  readonly attempt: number;
  readonly task: Task;
}

export function begin(route: ReviewRoute, { isDemo, traits }: World): Beginning<State, RoutedTask> {
  const state: State = {
    route,
    isDemo,
    filter: route.filter,
    search: null,
    commits: null,
    fetched: null,
    request: 1,
    isLoading: true,
    agentTitle: traits.find(({ agent }) => agent === route.agent)?.title ?? route.agent,
    fetchProblem: null,
    refresh: { edition: 0, isDue: false, failures: 0 },
    scroll: atTop,
    choice: noChoice,
    detailTop: 0,
    error: null,
    note: null,
    outcome: null,
    question: null,
    guard: newQuestion,
    over: null,
    starting: null,
    attempt: 0,
    resumedRun: null,
    worked: [],
    live: null,
    isRunning: false,
    isWatching: false,
    plan: null,
    report: null,
    drafts: {},
    posted: new Set<number>(),
    isPosting: false,
    isLeaving: false,
  };
  const { range } = route.filter;
  const tasks: Task[] = [
    { type: "fetch", request: state.request },
    { type: "load-drafts" },
    ...(range === null ? [] : [{ type: "commits", request: state.request, range } as const]),
  ];
  return { state, tasks: tasks.map((task) => ({ route, attempt: state.attempt, task })) };
}

/** A run, or what leads to one. */
export function isBusy({ starting, isRunning, plan }: State): boolean {
  return starting !== null || isRunning || plan !== null;
}
