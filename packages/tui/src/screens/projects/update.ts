import { projectStateLine } from "@reprise/model";
import { targetRow } from "../../kernel/click-zones.ts";
import type { Input } from "../../kernel/input.ts";
import { actionFor, hintOf } from "../../kernel/keys.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { editField, emptyField } from "../../widgets/field.ts";
import { atTop, isMove, keepInView, rowsBy } from "../../widgets/scroll.ts";
import { type Action, keys } from "./keys.ts";
import { listHeight } from "./layout.ts";
import { chosenRow, listTask, type Message, type State, shownRows, type Task } from "./state.ts";

type ProjectsStep = Step<State, Task>;

export function update(before: State, event: Input | Message | Returned | Failed, size: Size): ProjectsStep {
  const step = stepOf(before, event, size);
  const { state } = step;
  const scroll = keepInView(state.scroll, shownRows(state).length, listHeight(size));
  return { ...step, state: { ...state, scroll } };
}

function stepOf(state: State, event: Input | Message | Returned | Failed, size: Size): ProjectsStep {
  switch (event.type) {
    case "key": {
      const fresh = { ...state, note: null, isOpening: false };
      const action = actionFor(keys, event.key);
      return action === null ? { state: typed(fresh, event) } : act(fresh, action, size);
    }
    case "paste":
      return { state: typed(state, event) };
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
  if (isMove(action)) return { state: moved(state, rowsBy(action, Math.max(1, listHeight(size)))) };
  switch (action) {
    case "open":
      return state.rows === null && state.failure === null
        ? { state: { ...state, isOpening: true } }
        : open(state);
    case "back":
      return { state, go: { back: true } };
    case "escape":
      if (state.field.text !== "") return { state: { ...state, field: emptyField, scroll: atTop } };
      return { state, go: { escape: true, quitKey: "Ctrl-C" } };
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
    {
      title: "Keys",
      hints: keys.map(hintOf),
      text: "Every other key types what is looked for in goals, branches and paths.",
    },
  ],
} as const;

function typed(state: State, event: Input): State {
  const field = editField(state.field, event);
  if (field === null || field.text === state.field.text) return field === null ? state : { ...state, field };
  return { ...state, field, scroll: atTop };
}

function moved(state: State, rows: number): State {
  return { ...state, scroll: { ...state.scroll, chosen: Math.max(0, state.scroll.chosen + rows) } };
}

/** A damaged one is shown with its reason, not opened. */
function open(state: State): ProjectsStep {
  const row = chosenRow(state);
  if (row === null) return { state };
  if (row.state === "damaged")
    return { state: { ...state, note: `It cannot be opened: ${projectStateLine(row)}` } };
  return {
    state,
    go: { to: { screen: "project", begin: { kind: "open", path: row.path, wish: state.wish } } },
  };
}

function again(state: State): ProjectsStep {
  const next = { ...state, request: state.request + 1, failure: null };
  return { state: next, tasks: [listTask(next)] };
}
