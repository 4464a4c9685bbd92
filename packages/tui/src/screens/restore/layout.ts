import type { Size } from "../../kernel/screen.ts";
import { questionsOf } from "./questions.ts";
import type { State } from "./state.ts";

/** Title and session above; the note, the action of Enter and the keys below. */
const headHeight = 2;
const footHeight = 3;

/** Visible lines of the plan. The questions are always visible. */
export function bodyHeight(state: State, { rows }: Size): number {
  return Math.max(0, rows - headHeight - questionsOf(state).length - footHeight);
}
