import { finderOf, fold, type Marker, markerOf, safeLine, termOf, wordsOf } from "@reprise/model";
import type { Input } from "../kernel/input.ts";
import { actionFor, type KeyTable } from "../kernel/keys.ts";
import { editField, emptyField, type Field } from "./field.ts";
import { isMove, type Move } from "./scroll.ts";

/** Narrows a list to the rows that have every word. Once kept, the keys of the list work on the matches. */
export interface ListSearch {
  readonly field: Field;
  readonly isTyping: boolean;
}

export type ListSearchAction = "open" | "keep" | "leave" | Exclude<Move, "top" | "bottom">;

/** While a search is typed; every other key types. `enter`: what Enter does with the selected match. */
export function listSearchKeys(enter: { readonly label: string; readonly more: string }): KeyTable<ListSearchAction> {
  return [
    { keys: ["enter"], action: "open", ...enter, isHint: true, weight: 1 },
    { keys: ["escape"], action: "leave", label: "back to all", isHint: true },
    {
      keys: ["tab"],
      action: "keep",
      label: "act on matches",
      more: "keep the matches and use any key on them",
      isHint: true,
    },
    { keys: ["up", "ctrl+p"], shown: "↑ Ctrl-P", action: "up", label: "previous match" },
    { keys: ["down", "ctrl+n"], shown: "↓ Ctrl-N", action: "down", label: "next match" },
    { keys: ["pageUp"], action: "page-up", label: "page up" },
    { keys: ["pageDown"], action: "page-down", label: "page down" },
  ];
}

/** Its words can be changed again, if there are any. */
export function typedSearch(search: ListSearch | null): ListSearch {
  return { field: search?.field ?? emptyField, isTyping: true };
}

/** Null: everything is listed again. */
export function pressListSearch(
  search: ListSearch,
  input: Input,
  keys: KeyTable<ListSearchAction>,
): { readonly search: ListSearch | null } | { readonly move: Move } | { readonly isOpening: true } {
  const key = input.type === "key" ? input.key : "";
  const action = key === "ctrl+c" ? "leave" : actionFor(keys, key);
  if (isMove(action)) return { move: action };
  switch (action) {
    case "open":
      return { isOpening: true };
    case "keep":
      return { search: kept(search) };
    case "leave":
      return { search: null };
    case null: {
      const typed = input.type === "paste" ? { ...input, text: safeLine(input.text) } : input;
      const field = editField(search.field, typed);
      return { search: field === null ? search : { ...search, field } };
    }
  }
}

/** Without a word there is nothing to keep. */
export function kept(search: ListSearch): ListSearch | null {
  return wordsIn(search).length === 0 ? null : { ...search, isTyping: false };
}

/** Whether a text has every word, compared as everywhere; null without words. */
export function matcherOf(search: ListSearch | null): ((text: string) => boolean) | null {
  const finders = wordsIn(search).map(finderOf);
  if (finders.length === 0) return null;
  return (text) => {
    const folded = fold(text);
    return finders.every((find) => find(folded) !== null);
  };
}

/** Where the words are in a row. */
export function searchMarker(search: ListSearch | null): Marker | null {
  const terms = wordsIn(search);
  return terms.length === 0 ? null : markerOf(terms);
}

function wordsIn(search: ListSearch | null) {
  return wordsOf(search?.field.text ?? "").map((word) => termOf(word, false));
}
