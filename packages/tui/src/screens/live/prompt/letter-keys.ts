import { type LiveAction, letters } from "../keys.ts";
import type { LiveState } from "../state.ts";

/** The letter command alone in the composer, if available now. */
export function letterAction({ composer, phase, banner, view: { session } }: LiveState): LiveAction | null {
  const action = letters[composer.buffer.text] ?? null;
  const isQuiet = phase === "idle" || phase === "ended";
  if (action === "open-agent") return isQuiet && session !== null ? action : null;
  if (action === "retry") return banner?.canRetry ? action : null;
  return action;
}
