import type { Input } from "../../../kernel/input.ts";
import type { Size } from "../../../kernel/screen.ts";
import { kept, type ListSearch, pressListSearch } from "../../../widgets/list-search.ts";
import { rowsBy } from "../../../widgets/scroll.ts";
import { sameChosen } from "../filter/with-filter.ts";
import { searchKeys } from "../keys.ts";
import { layoutOf } from "../layout.ts";
import type { State } from "../state.ts";

/** While it is typed. The chosen comment is readable already: Enter keeps the matches. */
export function pressSearch(state: State, search: ListSearch, input: Input, size: Size): State {
  const done = pressListSearch(search, input, searchKeys);
  if ("move" in done) {
    const by = rowsBy(done.move, Math.max(1, layoutOf(state, size).list));
    return { ...state, scroll: { ...state.scroll, chosen: Math.max(0, state.scroll.chosen + by) } };
  }
  return searched(state, "isOpening" in done ? kept(search) : done.search, size);
}

/** The same comment stays chosen, if it still matches. */
export function searched(state: State, search: ListSearch | null, size: Size): State {
  return sameChosen(state, { ...state, search }, size);
}
