import type { LiveState, LiveStep } from "../state.ts";

/** Shown above the composer until the next key; the text stays. */
export function hinted(state: LiveState, hint: string): LiveStep {
  return { state: { ...state, hint } };
}
