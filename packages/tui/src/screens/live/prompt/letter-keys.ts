import { type LiveAction, letters } from "../keys.ts";
import { isAtLimit, type LiveState } from "../state.ts";

/** The letter command alone in the composer, if available now. */
export function letterAction(state: LiveState): LiveAction | null {
  const { composer, phase, banner, view } = state;
  const action = letters[composer.buffer.text] ?? null;
  const isQuiet = phase === "idle" || phase === "ended";
  if (action === "open-agent") return isQuiet && view.session !== null ? action : null;
  if (action === "retry") return banner?.canRetry ? action : null;
  if (action === "wait" || action === "switch") return isAtLimit(state) ? action : null;
  return action;
}
