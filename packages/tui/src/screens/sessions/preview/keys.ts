import type { Size, Step } from "../../../kernel/screen.ts";
import { layoutOf, listRows } from "../layout.ts";
import type { Task } from "../messages.ts";
import { type State, shownRows } from "../state.ts";
import { panePosition, whyNoPane } from "./pane-position.ts";

/** Rows of one key. */
export const previewStep = 3;

/** Remembered over starts. Where there is no room it says so, and nothing changes. */
export function togglePreview(state: State, size: Size): Step<State, Task> {
  const room = size.rows - 4 - layoutOf(state, size).notices.length;
  if (panePosition(size, { room, listRows: listRows(state) }) === null)
    return { state: { ...state, note: { text: whyNoPane, tone: "plain" } } };
  const hasPreview = !state.preview.isOn;
  return {
    state: { ...state, preview: { ...state.preview, isOn: hasPreview } },
    tasks: [{ do: "remember", preferences: { hasPreview } }],
  };
}

export function isOverPane(
  state: State,
  { row, column }: { readonly row: number; readonly column: number },
  size: Size,
): boolean {
  const { pane, listColumns, listHeight, notices } = layoutOf(state, size);
  if (pane === null || shownRows(state).length === 0) return false;
  const top = 1 + notices.length;
  return pane.isBeside
    ? column >= listColumns && row >= top && row < top + pane.height
    : row >= top + listHeight && row < top + listHeight + 1 + pane.height;
}
