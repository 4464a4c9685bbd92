import type { ReviewFilter } from "@reprise/model";
import type { Size, Step } from "../../../kernel/screen.ts";
import { keepInView } from "../../../widgets/scroll.ts";
import { layoutOf } from "../layout.ts";
import { listedOf, sameRow } from "../list/rows.ts";
import type { State, Task } from "../state.ts";

/** The same comment stays chosen, if it is still shown. */
export function withFilter(
  state: State,
  filter: ReviewFilter,
  commits: readonly string[] | null,
  size: Size,
): Step<State, Task> {
  const isSameRange = filter.range === state.filter.range;
  const known = commits ?? (isSameRange ? state.commits : null);
  const next = sameChosen(state, { ...state, filter, commits: known }, size);
  if (filter.range === null || known !== null) return { state: next };
  const request = state.request + 1;
  return {
    state: { ...next, request, note: "Looking up the commits…" },
    tasks: [{ type: "commits", request, range: filter.range }],
  };
}

/** The chosen comment of the state before, wherever it is now; else the nearest. */
export function sameChosen(before: State, after: State, size: Size): State {
  const [old, rows] = [listedOf(before).rows, listedOf(after).rows];
  const chosen = sameRow(old, before.scroll.chosen, rows);
  const isSame = old[before.scroll.chosen]?.comment.id === rows[chosen]?.comment.id;
  const scroll = keepInView({ ...after.scroll, chosen }, rows.length, layoutOf(after, size).list);
  return { ...after, scroll, detailTop: isSame ? after.detailTop : 0 };
}
