import type { ListQuery } from "@reprise/model";
import type { Step } from "../../../kernel/screen.ts";
import { listAgain } from "../list/pages.ts";
import type { Task } from "../messages.ts";
import { queryOf } from "../query.ts";
import { searchingAgain } from "../search/search.ts";
import type { Panel, State } from "../state.ts";
import { type FilterOption, filterOptions, isOn, withOption } from "./filter-options.ts";

export function openFilter(state: State): Step<State, Task> {
  const chosen = filterOptions(state.here.agents).findIndex(
    (option) => "state" in option && isOn(option, state.filters),
  );
  const panel: Panel = { kind: "filter", chosen, counts: new Map() };
  return { state: { ...state, panel }, tasks: [countTask(state)] };
}

/** Applies the option to the list. */
export function chooseOption(state: State, option: FilterOption): Step<State, Task> {
  return searchingAgain(listAgain(state, withOption(state.filters, option)));
}

/** Counts the sessions of each option, with the other filters unchanged. A kind is counted by what a list without it leaves out. */
export function countTask(state: State): Task {
  const asked = filterOptions(state.here.agents).map((option) => {
    const isKind = "kind" in option;
    const filters = isKind ? { ...state.filters, [option.kind.filter]: false } : withOption(state.filters, option);
    const query: ListQuery = { ...queryOf({ ...state, filters }), limit: 1 };
    return { option: option.id, query, leftOut: isKind ? option.kind.kind : null };
  });
  return { do: "count", asked };
}
