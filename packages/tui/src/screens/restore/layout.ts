import type { Size } from "../../kernel/screen.ts";
import { questionsOf } from "./questions.ts";
import type { State } from "./state.ts";

/** Title and session above; the note, what Enter does and the keys below. */
const headHeight = 2;
const footHeight = 3;

/** Lines of the plan that are in view. The questions always are. */
export function bodyHeight(state: State, { rows }: Size): number {
  return Math.max(0, rows - headHeight - questionsOf(state).length - footHeight);
}
