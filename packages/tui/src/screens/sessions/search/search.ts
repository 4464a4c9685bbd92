import {
  type Hit,
  isSearchable,
  markerOf,
  parseSearch,
  SessionError,
  type SessionId,
  safeLine,
  termsIn,
} from "@reprise/model";
import type { Input } from "../../../kernel/input.ts";
import { actionFor } from "../../../kernel/keys.ts";
import type { Size, Step } from "../../../kernel/screen.ts";
import { editField, emptyField } from "../../../widgets/field.ts";
import { isMove, rowsBy } from "../../../widgets/scroll.ts";
import { searchKeys } from "../keys.ts";
import { layoutOf } from "../layout.ts";
import { chosenKey, keepSelection, keyOf, movedBy } from "../list/selection.ts";
import type { Message, Task } from "../messages.ts";
import { queryOf } from "../query.ts";
import type { Found, Search, SessionHits, State } from "../state.ts";
import { matchingRows } from "./matching-rows.ts";

const nothingFound: Found = {
  number: 0,
  hits: new Map(),
  hitCount: 0,
  isSearching: false,
  isOld: false,
  isCut: false,
  progress: null,
};

export function openSearch(state: State): State {
  const before = state.search?.before ?? { key: chosenKey(state), scroll: state.scroll };
  const { matching, found, ...typed } = state.search ?? {
    field: emptyField,
    ...readingOf("", state),
    matching: state.list.rows,
    found: nothingFound,
  };
  // Enter opens a match; the other actions are reached with Tab.
  return { ...state, action: 0, search: { ...typed, isTyping: true, before, matching, found } };
}

/** Shows everything again, at the previous position. */
export function closeSearch(state: State): Step<State, Task> {
  const { search, list } = state;
  if (!search) return { state };
  const { key, scroll } = search.before;
  const there = list.rows.findIndex((session) => keyOf(session) === key);
  const place = there < 0 ? scroll : { chosen: there, top: Math.max(0, scroll.top + there - scroll.chosen) };
  return { state: { ...state, search: null, scroll: place }, tasks: [{ do: "stop-search" }] };
}

/** `open`: the selected match. */
export function pressInSearch(
  state: State,
  search: Search,
  input: Input,
  size: Size,
  open: (state: State) => Step<State, Task>,
): Step<State, Task> {
  const action = input.type === "key" ? actionFor(searchKeys, input.key) : null;
  if (isMove(action)) return { state: movedBy(state, rowsBy(action, layoutOf(state, size).listHeight)) };
  switch (action) {
    case "open":
      return open(state);
    case "keep":
      if (search.field.text.trim() === "") return closeSearch(state);
      return { state: { ...state, search: { ...search, isTyping: false } } };
    case "leave":
      return closeSearch(state);
    case null:
      return typed(state, search, input);
  }
}

function typed(state: State, search: Search, input: Input): Step<State, Task> {
  const field = editField(search.field, input.type === "paste" ? { ...input, text: safeLine(input.text) } : input);
  if (field === null) return { state };
  const [before, text] = [search.field.text.trim(), field.text.trim()];
  if (text === before) return { state: { ...state, search: { ...search, field } } };
  const reading = readingOf(text, state);
  // More words match a subset of the current matches.
  const isNarrower = before !== "" && text.startsWith(before) && !/[:"]/.test(text);
  const wantsContent = reading.parsed !== null && isSearchable(text);
  const found: Found = {
    ...(isNarrower ? search.found : nothingFound),
    number: search.found.number + 1,
    isSearching: wantsContent,
    isOld: true,
  };
  const among = isNarrower ? search.matching : state.list.rows;
  const matching = matchingRows(among, reading.parsed, found, state);
  const next: State = {
    ...state,
    wantsEnd: false,
    scroll: { top: 0, chosen: 0 },
    search: { ...search, ...reading, field, matching, found },
  };
  return { state: next, tasks: [wantsContent ? searchTask(next, text) : { do: "stop-search" }] };
}

/** After a change of filters, searches the content with the new ones. */
export function searchingAgain({ state, tasks = [] }: Step<State, Task>): Step<State, Task> {
  const { search } = state;
  const text = search?.field.text.trim() ?? "";
  if (!search?.parsed || !isSearchable(text)) return { state, tasks };
  const found = { ...search.found, number: search.found.number + 1, isSearching: true, isOld: true };
  const next = { ...state, search: { ...search, found } };
  return { state: next, tasks: [...tasks, searchTask(next, text)] };
}

function searchTask(state: State, text: string): Task {
  return { do: "search", number: state.search?.found.number ?? 0, text, query: queryOf(state) };
}

export function takeHits(
  state: State,
  message: Extract<Message, { readonly type: "hits" | "search-progress" | "search-failed" | "searched" }>,
): State {
  const { search } = state;
  if (!search || search.found.number !== message.number) return state;
  const before: Found = search.found.isOld ? { ...nothingFound, number: message.number } : search.found;
  const found = foundWith(before, message);
  const problem = message.type === "search-failed" ? message.reason : search.problem;
  const matching = matchingRows(state.list.rows, search.parsed, found, state);
  return keepSelection(state, { ...state, search: { ...search, found, problem, matching } });
}

function foundWith(before: Found, message: Parameters<typeof takeHits>[1]): Found {
  switch (message.type) {
    case "hits":
      return { ...before, ...withHits(before, message.hits), isSearching: true };
    case "search-progress":
      return { ...before, progress: message.progress, isSearching: true };
    case "search-failed":
      return { ...before, isSearching: false, progress: null };
    case "searched":
      return { ...before, isSearching: false, isCut: message.isCut, progress: null };
  }
}

/** What was typed, as a search. */
function readingOf(
  text: string,
  { here: { agents }, now }: Pick<State, "here" | "now">,
): Pick<Search, "parsed" | "problem" | "marker"> {
  const marker = markerOf(termsIn(text));
  try {
    const parsed = parseSearch(text, { agents: agents.map(({ agent }) => agent), now });
    return { parsed, problem: null, marker };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { parsed: null, problem: error.message, marker };
  }
}

function withHits({ hits, hitCount }: Found, more: readonly Hit[]): Pick<Found, "hits" | "hitCount"> {
  const all = new Map<SessionId, SessionHits>(hits);
  for (const hit of more) {
    const known = all.get(hit.session);
    const { turn, item, kind, isWaiting, snippet, reach } = hit;
    // The row shows the title: a place in the text says more.
    const isTitle = known === undefined || known.first.kind === "title";
    all.set(hit.session, {
      first: isTitle ? { turn, item, kind, isWaiting, snippet, reach } : known.first,
      count: (known?.count ?? 0) + 1,
    });
  }
  return { hits: all, hitCount: hitCount + more.length };
}
