import { filterLabel, grouped, safeLine } from "@reprise/model";
import type { Theme } from "../../../kernel/theme.ts";
import { apart, cutTo } from "../../../text/fit.ts";
import { fieldLine } from "../../../widgets/field-line.ts";
import type { ListSearch } from "../../../widgets/list-search.ts";
import type { State } from "../state.ts";
import { listedOf } from "./rows.ts";

interface SearchLine {
  readonly text: string;
  /** Of the cursor; null once the words are kept. */
  readonly column: number | null;
}

/** In place of the filter's line: the words, and how many comments of the filter have them. */
export function searchLine(state: State, search: ListSearch, columns: number, theme: Theme): SearchLine {
  const { filter, fetched } = state;
  const shown = grouped(listedOf(state).comments.length);
  const tally = `${shown}/${grouped(listedOf({ ...state, search: null }).comments.length)}`;
  if (search.isTyping) {
    const field = fieldLine("Search: ", search.field, Math.max(1, columns - tally.length - 1));
    return { text: apart(safeLine(field.text), tally, columns), column: field.column };
  }
  const label = filterLabel(filter, fetched?.resolutionProblem == null);
  const within = label === "All" ? "" : ` · ${label}`;
  const text = safeLine(`Search: ${search.field.text.trim()}${within} (${tally})`);
  return { text: theme("dim", cutTo(text, columns)), column: null };
}
