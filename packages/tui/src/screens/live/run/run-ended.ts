import { type Failure, failureWords, withEntries, withLine, withPromptTakenBack, zonedTime } from "@reprise/model";
import { givenBack, withFile } from "../prompt/send-prompt.ts";
import { isHosted, type LiveState } from "../state.ts";

/** A turn failed; the agent still runs. */
export function failed(state: LiveState, failure: Failure): LiveState {
  return { ...state, banner: { text: bannerText(failure), canRetry: true } };
}

/** The agent's own words about a limit are in the conversation. */
function bannerText(failure: Failure): string {
  const { kind, resetsAt } = failure;
  return kind === "limit" && resetsAt !== null ? `Usage limit until ${zonedTime(resetsAt)}.` : failureWords(failure);
}

/** The run is over: the session stays, and continuing it starts with a plan. */
export function over(state: LiveState, failure: Failure | null): LiveState {
  // A run that never started has returned the text; Enter tries again.
  if (state.phase === "ended" || state.phase === "unstarted") return state;
  const gone = { controls: null, asks: [], restoring: null, waitsUntil: null } as const;
  const ended = { ...unheard(state), ...gone, phase: "ended" } as const;
  if (failure === null) return { ...ended, handshake: null };
  // Nothing was created: return the text to the user.
  if (state.view.session === null && state.beginning.kind === "new" && state.leaving === null)
    return {
      ...failed(ended, failure),
      phase: "unstarted",
      handshake: null,
      // Another process sent the adopted prompt: sent again, this text counts as new.
      carries: failure.kind === "busy" ? [] : state.carries,
    };
  const shown = state.banner?.text ?? "";
  const isShown = shown.startsWith(failure.message) || shown === bannerText(failure);
  const next = { ...ended, handshake: state.handshake === "checking" ? ("failed" as const) : null };
  return isShown ? next : failed(next, failure);
}

/** Returns to the user what the agent did not record and what was queued. */
function unheard(state: LiveState): LiveState {
  const { queued, view } = state;
  const { lastPrompt } = view;
  // The screen that hosts it makes its prompt anew.
  const isLost = lastPrompt !== null && !lastPrompt.isPersisted && !isHosted(state);
  if (!isLost && queued.length === 0) return state;
  const after = { ...state, queued: [] };
  if (!isLost) return givenBack(after, queued);
  const rest = { ...withPromptTakenBack(view, lastPrompt.text), lastPrompt: null };
  const told = { ...withFile(after), view: withEntries(rest, withLine(rest.entries, backAgain)) };
  return givenBack(told, [lastPrompt, ...queued]);
}

export const backAgain = "Your last message did not reach the agent. It is back in the composer.";
