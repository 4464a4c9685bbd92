import { newQuestion, pressedTooEarly } from "@reprise/model";
import type { Step } from "../../kernel/screen.ts";
import type { Question } from "./question.ts";
import type { State, Task } from "./state.ts";

/** Shows a question. Keys that were meant for something else do not answer it. */
export function asked(state: State, question: Question): Step<State, Task> {
  const edition = state.guard.edition + 1;
  return {
    state: { ...state, question, guard: { ...newQuestion, edition }, note: null },
    tasks: [{ type: "wait", edition }],
  };
}

export function tooEarly(state: State): Step<State, Task> {
  const guard = pressedTooEarly(state.guard);
  return { state: { ...state, guard }, tasks: [{ type: "wait", edition: guard.edition }] };
}
