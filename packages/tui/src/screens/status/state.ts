import type { Agent, NotShown, RestorePlan, Scope, SessionId, SessionSummary, StatusRow } from "@reprise/model";
import type { Beginning } from "../../kernel/app.ts";
import type { World } from "../../world.ts";
import type { Batch } from "./batch.ts";
import { keyOf } from "./status-row.ts";

export interface State {
  readonly cwd: string;
  readonly isDemo: boolean;
  readonly isEveryProject: boolean;
  /** Null until known. */
  readonly rows: readonly StatusRow[] | null;
  /** Interrupted sessions that are not among them, in words; empty: none. */
  readonly notShown: string;
  readonly failure: string | null;
  readonly request: number;
  readonly chosen: number;
  /** The first visible line. */
  readonly top: number;
  /** Keys of the rows to restore in sequence. */
  readonly marked: ReadonlySet<string>;
  /** The row whose session is open, until the user returns. */
  readonly opened: string | null;
  readonly batch: Batch | null;
  readonly note: string | null;
  /** Pressed before any rows: run once when rows arrive. */
  readonly wish: "restore" | "view" | "all" | "at-once" | null;
}

/** What the session is read for. */
type Purpose = "restore" | "view" | "open";

export type Message =
  | {
      readonly type: "rows";
      readonly request: number;
      readonly rows: readonly StatusRow[];
      readonly notShown: NotShown;
    }
  | { readonly type: "no-rows"; readonly request: number; readonly reason: string }
  | { readonly type: "found"; readonly purpose: Purpose; readonly session: SessionSummary }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "dismissed"; readonly isDismissed: boolean }
  | {
      readonly type: "case-planned";
      readonly round: number;
      readonly key: string;
      readonly plan: RestorePlan;
    }
  | { readonly type: "case-failed"; readonly round: number; readonly key: string; readonly reason: string }
  | { readonly type: "all-planned"; readonly round: number }
  | { readonly type: "case-progress"; readonly key: string; readonly text: string }
  | { readonly type: "all-over" };

export type Task =
  | { readonly type: "status"; readonly request: number; readonly scope: Scope }
  | { readonly type: "find"; readonly purpose: Purpose; readonly session: SessionId }
  | { readonly type: "copy"; readonly text: string }
  | { readonly type: "copy-command"; readonly session: SessionId }
  | { readonly type: "prefer"; readonly agent: Agent }
  | { readonly type: "dismiss"; readonly session: SessionId; readonly isDismissed: boolean }
  | {
      readonly type: "plan-all";
      readonly round: number;
      readonly sessions: readonly { readonly key: string; readonly session: SessionId }[];
    }
  /** The only task that starts anything. */
  | {
      readonly type: "restore-all";
      readonly plans: readonly { readonly key: string; readonly plan: RestorePlan }[];
    };

export function begin(
  world: World,
  { isAll = false }: { readonly isAll?: boolean | undefined } = {},
): Beginning<State, Task> {
  const state: State = {
    cwd: world.cwd,
    isDemo: world.isDemo,
    isEveryProject: isAll,
    rows: null,
    notShown: "",
    failure: null,
    request: 0,
    chosen: 0,
    top: 0,
    marked: new Set(),
    opened: null,
    batch: null,
    note: null,
    wish: null,
  };
  return { state, tasks: [statusTask(state)] };
}

export function statusTask({ request, isEveryProject, cwd }: State): Task {
  return { type: "status", request, scope: isEveryProject ? "all" : { workspace: cwd } };
}

export function chosenRow({ rows, chosen }: State): StatusRow | null {
  return rows?.[chosen] ?? null;
}

/** Keeps the selection wherever it moves; drops marks of rows that are gone. */
export function withRows(state: State, rows: readonly StatusRow[]): State {
  const before = chosenRow(state);
  const place = before === null ? 0 : rows.findIndex((row) => keyOf(row) === keyOf(before));
  const chosen = place === -1 ? Math.min(state.chosen, Math.max(0, rows.length - 1)) : place;
  const known = new Set(rows.map(keyOf));
  const marked = new Set([...state.marked].filter((key) => known.has(key)));
  return { ...state, rows, failure: null, chosen, marked };
}
