import { isInResumeAll } from "@reprise/model";
import type { Step } from "../../kernel/screen.ts";
import { chosenRow, type State, statusTask, type Task } from "./state.ts";
import { keyOf, whyNotRestore } from "./status-row.ts";

type StatusStep = Step<State, Task>;

export function toggleMark(state: State): StatusStep {
  const row = chosenRow(state);
  if (row === null) return { state };
  const reason = whyNotRestore(row);
  if (reason !== null) return { state: { ...state, note: reason } };
  const marked = new Set(state.marked);
  if (!marked.delete(keyOf(row))) marked.add(keyOf(row));
  return { state: { ...state, marked } };
}

/** Restores the marked rows, or all; each through the restore screen, where the user agrees to it. */
export function restoreAll(state: State): StatusStep {
  const wanted = rowsToRestore(state);
  const [first] = wanted;
  if (first?.session == null) return { state: { ...state, note: "Nothing to resume." } };
  const marked = new Set(wanted.map(keyOf));
  const chosen = state.rows?.indexOf(first) ?? 0;
  return {
    state: { ...state, marked, chosen, opened: keyOf(first) },
    tasks: [{ type: "find", purpose: "restore", session: first.session }],
  };
}

/** After a restore, done or not: removes its mark and selects the next marked row. */
export function comeBack(state: State): StatusStep {
  const marked = new Set(state.marked);
  const wasMarked = state.opened !== null && marked.delete(state.opened);
  const place = state.rows?.findIndex((row) => marked.has(keyOf(row))) ?? -1;
  const next: State = {
    ...state,
    ...(wasMarked && place !== -1 ? { chosen: place } : {}),
    marked,
    opened: null,
    note: wasMarked ? leftWords(marked.size) : null,
    request: state.request + 1,
  };
  return { state: next, tasks: [statusTask(next)] };
}

/** The marked rows, or else all that were cut off. */
export function rowsToRestore({ rows, marked }: State) {
  const chosen = (rows ?? []).filter((row) => marked.has(keyOf(row)) && whyNotRestore(row) === null);
  return chosen.length > 0 ? chosen : (rows ?? []).filter(isInResumeAll);
}

function leftWords(count: number): string {
  return count === 0 ? "That was the last of them." : `${count} left: Enter continues with the next.`;
}
