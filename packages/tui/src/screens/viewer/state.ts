import { type Damage, type SessionId, type SessionSummary, type Window, wordsOf } from "@reprise/model";
import type { Beginning } from "../../kernel/app.ts";
import type { Field } from "../../widgets/field.ts";
import { noSearch, type Search } from "./find/search-hits.ts";
import type { ViewerAction } from "./keys.ts";
import { type Folds, foldedAtFirst } from "./rows/folds.ts";
import { RowHeights } from "./rows/row-heights.ts";
import type { RowPosition } from "./rows/row-position.ts";
import type { ScrollPosition } from "./rows/scroll-position.ts";
import type { LoadedTurn } from "./turns/loaded-turn.ts";

/** A target to show once it is loaded. */
export type Goal =
  | { readonly type: "start" }
  | { readonly type: "end" }
  | { readonly type: "turn"; readonly turn: number }
  | {
      readonly type: "item";
      readonly turn: number;
      readonly item: number;
      readonly parts: readonly string[];
      readonly isLast: boolean;
    };

/** `replace`: replaces what is loaded. `refresh`: reads the last turn again, and any later ones. */
export type Where = "replace" | "before" | "after" | "refresh";

export interface ViewerState {
  readonly session: SessionSummary;
  readonly isDemo: boolean;
  /** The loaded turns, in order without a gap. */
  readonly turns: readonly LoadedTurn[];
  readonly holdsFirst: boolean;
  readonly holdsLast: boolean;
  /** 0 if history was inserted before the first turn. */
  readonly firstTurn: number;
  readonly loading: { readonly id: number; readonly where: Where; readonly goal: Goal | null } | null;
  readonly loadCount: number;
  /** The files have changed since they were read. */
  readonly isStale: boolean;
  /** Why reading failed; the next key retries. */
  readonly problem: string | null;
  readonly goal: Goal | null;
  readonly top: RowPosition;
  readonly cursor: RowPosition;
  /** At the end, and staying there as it grows. */
  readonly isFollowing: boolean;
  /** The end before it grew out of view; null if it has not. */
  readonly seenEnd: RowPosition | null;
  readonly folds: Folds;
  readonly search: Search;
  /** While typing a search: the text, and the position to return to. */
  readonly typing: { readonly field: Field; readonly top: RowPosition; readonly cursor: RowPosition } | null;
  readonly action: number;
  /** A key pressed before any rows: run once when rows arrive. */
  readonly ahead: ViewerAction | null;
  readonly damage: readonly Damage[];
  /** The list of damage in front of the session, from this row on. */
  readonly damageTop: number | null;
  readonly notice: string | null;
  readonly scrollPosition: ScrollPosition | null;
  readonly isMeasuring: boolean;
  readonly heights: RowHeights;
}

export type ViewerMessage =
  | {
      readonly type: "turns";
      readonly id: number;
      readonly turns: readonly LoadedTurn[];
      readonly session: SessionSummary;
      readonly damage: readonly Damage[];
      /** The result starts at the session's start, and nothing was left out. */
      readonly holdsFirst: boolean;
    }
  /** Nothing shown here has changed. */
  | { readonly type: "same"; readonly id: number; readonly session: SessionSummary }
  | { readonly type: "unread"; readonly id: number; readonly reason: string }
  | { readonly type: "changed" }
  | { readonly type: "idle" }
  | { readonly type: "damage"; readonly damage: readonly Damage[] }
  | { readonly type: "note"; readonly text: string }
  | {
      readonly type: "hits";
      readonly text: string;
      /** All turns up to this one were searched. */
      readonly upTo: number;
      readonly hits: readonly number[];
      readonly isDone: boolean;
    };

export type ViewerTask =
  | {
      readonly type: "load";
      readonly id: number;
      readonly where: Where;
      readonly window: Window;
      readonly session: SessionSummary;
    }
  | { readonly type: "watch"; readonly session: SessionId }
  | { readonly type: "idle" }
  | {
      readonly type: "search";
      readonly session: SessionSummary;
      readonly text: string;
      readonly parts: readonly string[];
      readonly stop: AbortSignal;
    }
  | { readonly type: "stop"; readonly controller: AbortController }
  | { readonly type: "damage"; readonly session: SessionSummary }
  | { readonly type: "copy"; readonly text: string }
  | { readonly type: "copy-command"; readonly session: SessionSummary };

const nowhere: RowPosition = { turn: 0, block: 0, row: 0, height: 1 };
const firstRead = 20;

/** `at`: the turn to show first, else the end. `search`: the words of the list's search, to mark and find. */
export function begin(
  session: SessionSummary,
  at: number | null,
  search: string | null,
  { isDemo }: { readonly isDemo: boolean } = { isDemo: false },
): Beginning<ViewerState, ViewerTask> {
  const goal: Goal = at === null ? { type: "end" } : { type: "turn", turn: at };
  const state: ViewerState = {
    session,
    isDemo,
    turns: [],
    holdsFirst: false,
    holdsLast: false,
    firstTurn: 1,
    loading: { id: 1, where: "replace", goal },
    loadCount: 1,
    isStale: false,
    problem: null,
    goal,
    top: nowhere,
    cursor: nowhere,
    isFollowing: at === null,
    seenEnd: null,
    folds: foldedAtFirst,
    search: noSearch,
    typing: null,
    action: 0,
    ahead: null,
    damage: [],
    damageTop: null,
    notice: null,
    scrollPosition: null,
    isMeasuring: false,
    heights: new RowHeights(),
  };
  const window = at === null ? { last: firstRead } : windowAround(at);
  const load: ViewerTask = { type: "load", id: 1, where: "replace", window, session };
  if (search === null || search === "") return { state, tasks: [load, { type: "watch", session: session.id }] };
  const controller = new AbortController();
  const parts = wordsOf(search);
  const found = { ...noSearch, text: search, parts, controller, isDone: false, wants: "first" as const };
  return {
    state: { ...state, search: found },
    tasks: [
      load,
      { type: "search", session, text: search, parts, stop: controller.signal },
      { type: "watch", session: session.id },
    ],
  };
}

function windowAround(turn: number): Window {
  return { from: Math.max(0, turn - 6), to: turn + firstRead - 6 };
}

export function windowOf(goal: Goal): Window {
  if (goal.type === "end") return { last: firstRead };
  return goal.type === "start" ? { from: 0, to: firstRead } : windowAround(goal.turn);
}
