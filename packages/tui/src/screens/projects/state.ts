import type { ProjectResumeWish, ProjectSummary, Scope, Timestamp } from "@reprise/model";
import type { Beginning } from "../../kernel/app.ts";
import { type ListSearch, matcherOf } from "../../widgets/list-search.ts";
import { atTop, type Scroll } from "../../widgets/scroll.ts";
import type { World } from "../../world.ts";

export interface State {
  readonly cwd: string;
  readonly homeFolder: string;
  readonly isDemo: boolean;
  readonly now: Timestamp;
  readonly isAll: boolean;
  readonly wish: ProjectResumeWish | undefined;
  readonly search: ListSearch | null;
  /** Null until known. */
  readonly rows: readonly ProjectSummary[] | null;
  readonly failure: string | null;
  readonly request: number;
  readonly scroll: Scroll;
  readonly note: string | null;
  /** Enter was pressed before there were rows. */
  readonly isOpening: boolean;
}

export type Message =
  | {
      readonly type: "rows";
      readonly request: number;
      readonly rows: readonly ProjectSummary[];
      readonly now: Timestamp;
    }
  | { readonly type: "no-rows"; readonly request: number; readonly reason: string };

export interface Task {
  readonly type: "list";
  readonly request: number;
  readonly scope: Scope;
}

interface Given {
  readonly isAll?: boolean | undefined;
  readonly wish?: ProjectResumeWish | undefined;
}

export function begin(
  { cwd, homeFolder, isDemo, now }: World,
  { isAll = false, wish }: Given = {},
): Beginning<State, Task> {
  const state: State = {
    cwd,
    homeFolder,
    isDemo,
    now: now(),
    isAll,
    wish,
    search: null,
    rows: null,
    failure: null,
    request: 0,
    scroll: atTop,
    note: null,
    isOpening: false,
  };
  return { state, tasks: [listTask(state)] };
}

export function listTask({ request, isAll, cwd }: State): Task {
  return { type: "list", request, scope: isAll ? "all" : { workspace: cwd } };
}

/** Those whose goal, branch or path has every word. */
export function shownRows({ rows, search }: State): readonly ProjectSummary[] {
  const isMatch = matcherOf(search);
  if (isMatch === null) return rows ?? [];
  return (rows ?? []).filter(({ goal, title, branch, path }) => isMatch([goal, title, branch ?? "", path].join("\n")));
}

export function chosenRow(state: State): ProjectSummary | null {
  return shownRows(state)[state.scroll.chosen] ?? null;
}
