import { projectStateLine } from "@reprise/model";
import { targetRow } from "../../kernel/click-zones.ts";
import type { Input } from "../../kernel/input.ts";
import { actionFor, hintOf } from "../../kernel/keys.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { type ListSearch, pressListSearch, typedSearch } from "../../widgets/list-search.ts";
import { atTop, isMove, keepInView, rowsBy } from "../../widgets/scroll.ts";
import { type Action, keys, searchKeys } from "./keys.ts";
import { listHeight } from "./layout.ts";
import { chosenRow, listTask, type Message, type State, shownRows, type Task } from "./state.ts";

type ProjectsStep = Step<State, Task>;

export function update(before: State, event: Input | Message | Returned | Failed, size: Size): ProjectsStep {
  const step = stepOf(before, event, size);
  const { state } = step;
  const scroll = keepInView(state.scroll, shownRows(state).length, listHeight(state, size));
  return { ...step, state: { ...state, scroll } };
}

function stepOf(state: State, event: Input | Message | Returned | Failed, size: Size): ProjectsStep {
  switch (event.type) {
    case "key": {
      const fresh = { ...state, note: null, isOpening: false };
      if (fresh.search?.isTyping) return typed(fresh, fresh.search, event, size);
      const action = actionFor(keys, event.key);
      return action === null ? { state: fresh } : act(fresh, action, size);
    }
    case "paste":
      return state.search?.isTyping ? typed(state, state.search, event, size) : { state };
    case "wheel":
      return { state: moved(state, event.lines) };
    case "click":
      return clicked({ ...state, note: null, isOpening: false }, event);
    case "resize":
      return { state };
    case "rows": {
      if (event.request !== state.request) return { state };
      const known = { ...withRows(state, event.rows), now: event.now, isOpening: false };
      return state.isOpening ? open(known) : { state: known };
    }
    case "no-rows":
      if (event.request !== state.request) return { state };
      return { state: { ...state, failure: event.reason, isOpening: false } };
    case "returned":
      return again(state);
    case "failed":
      return { state: { ...state, note: event.reason } };
  }
}

/** Selects; a second click opens. */
function clicked(state: State, { target, isAgain }: Input & { type: "click" }): ProjectsStep {
  const row = targetRow(target);
  if (row === null) return { state };
  const chosen = { ...state, scroll: { ...state.scroll, chosen: row } };
  return isAgain && row === state.scroll.chosen ? open(chosen) : { state: chosen };
}

/** Keeps the chosen project wherever it is now. */
function withRows(state: State, rows: State["rows"]): State {
  const path = chosenRow(state)?.path;
  const next = { ...state, rows, failure: null };
  const at = path === undefined ? -1 : shownRows(next).findIndex((row) => row.path === path);
  return at === -1 ? next : { ...next, scroll: { ...state.scroll, chosen: at } };
}

function act(state: State, action: Action, size: Size): ProjectsStep {
  if (isMove(action)) return { state: moved(state, rowsBy(action, listHeight(state, size))) };
  switch (action) {
    case "open":
      return state.rows === null && state.failure === null ? { state: { ...state, isOpening: true } } : open(state);
    case "search":
      return { state: { ...state, search: typedSearch(state.search) } };
    case "back":
      return { state, go: { back: true } };
    case "escape":
      return state.search === null ? { state, go: { escape: true } } : { state: searched(state, null) };
    case "scope":
      return again({ ...state, isAll: !state.isAll, rows: null, scroll: atTop });
    case "again":
      return again(state);
    case "help":
      return { state, go: { to: help } };
  }
}

const help = {
  screen: "help",
  title: "Projects",
  sections: [
    { title: "Keys", hints: keys.map(hintOf) },
    { title: "While a search is typed", hints: searchKeys.map(hintOf) },
  ],
} as const;

function typed(state: State, search: ListSearch, event: Input, size: Size): ProjectsStep {
  const done = pressListSearch(search, event, searchKeys);
  if ("move" in done) return { state: moved(state, rowsBy(done.move, listHeight(state, size))) };
  return "isOpening" in done ? act(state, "open", size) : { state: searched(state, done.search) };
}

/** Other words start at their first match; without words the same project stays chosen. */
function searched(state: State, search: ListSearch | null): State {
  const next = { ...state, search };
  if (search !== null) return search.field.text === state.search?.field.text ? next : { ...next, scroll: atTop };
  const path = chosenRow(state)?.path;
  const chosen = (state.rows ?? []).findIndex((row) => row.path === path);
  return { ...next, scroll: { ...state.scroll, chosen: Math.max(0, chosen) } };
}

function moved(state: State, rows: number): State {
  return { ...state, scroll: { ...state.scroll, chosen: Math.max(0, state.scroll.chosen + rows) } };
}

/** A damaged one is shown with its reason, not opened. */
function open(state: State): ProjectsStep {
  const row = chosenRow(state);
  if (row === null) return { state };
  if (row.state === "damaged") return { state: { ...state, note: `It cannot be opened: ${projectStateLine(row)}` } };
  return {
    state,
    go: { to: { screen: "project", begin: { kind: "open", path: row.path, wish: state.wish } } },
  };
}

function again(state: State): ProjectsStep {
  const next = { ...state, request: state.request + 1, failure: null };
  return { state: next, tasks: [listTask(next)] };
}
