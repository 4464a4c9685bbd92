import type { LiveState } from "./state.ts";
import { withItem } from "./transcript/transcript.ts";

/** Ready for the person, or at work on the prompt of the plan. */
export function prompted(state: LiveState): LiveState {
  const prompt = state.beginning.kind === "restore" ? state.beginning.plan.prompt : null;
  if (state.phase === "closing") return state;
  if (prompt === null) return { ...state, phase: "idle" };
  const transcript = withItem(state.transcript, { kind: "prompt", text: prompt });
  return { ...state, phase: "working", transcript, lastPrompt: { text: prompt, isPersisted: false } };
}
