import type { ProjectResumeWish, ProjectSummary, Scope, Timestamp } from "@reprise/model";
import type { Beginning } from "../../kernel/app.ts";
import { emptyField, type Field } from "../../widgets/field.ts";
import { atTop, type Scroll } from "../../widgets/scroll.ts";
import type { World } from "../../world.ts";

export interface State {
  readonly cwd: string;
  readonly homeFolder: string;
  readonly isDemo: boolean;
  readonly now: Timestamp;
  readonly isAll: boolean;
  readonly wish: ProjectResumeWish | undefined;
  /** What is looked for. */
  readonly field: Field;
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
    ...{ cwd, homeFolder, isDemo, now: now(), isAll, wish },
    ...{ field: emptyField, rows: null, failure: null, request: 0, scroll: atTop },
    ...{ note: null, isOpening: false },
  };
  return { state, tasks: [listTask(state)] };
}

export function listTask({ request, isAll, cwd }: State): Task {
  return { type: "list", request, scope: isAll ? "all" : { workspace: cwd } };
}

/** Those whose goal, branch or path has every word. */
export function shownRows({ rows, field }: State): readonly ProjectSummary[] {
  const words = field.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows ?? [];
  return (rows ?? []).filter(({ goal, title, branch, path }) => {
    const text = [goal, title, branch ?? "", path].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function chosenRow(state: State): ProjectSummary | null {
  return shownRows(state)[state.scroll.chosen] ?? null;
}
