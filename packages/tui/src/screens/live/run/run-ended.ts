import { type Failure, failureWords, withEntries, withLine, withPromptTakenBack } from "@reprise/model";
import { givenBack, withFile } from "../prompt/send-prompt.ts";
import type { LiveState } from "../state.ts";

/** A turn that failed: the agent is still there. */
export function failed(state: LiveState, failure: Failure): LiveState {
  return { ...state, banner: { text: failureWords(failure), canRetry: true } };
}

/** The run is over: the session stays, and continuing it starts with a plan. */
export function over(state: LiveState, failure: Failure | null): LiveState {
  // One that never started has given the words back, and Enter tries again.
  if (state.phase === "ended" || state.phase === "unstarted") return state;
  const ended = { ...unheard(state), phase: "ended", controls: null, asks: [], restoring: null } as const;
  if (failure === null) return { ...ended, handshake: null };
  // Nothing has come of it: the words are the person's again.
  if (state.view.session === null && state.beginning.kind === "new" && state.leaving === null)
    return {
      ...failed(ended, failure),
      ...{ phase: "unstarted", handshake: null },
      // Another process has sent what was taken up: sent again, these are the person's own words.
      carries: failure.kind === "busy" ? [] : state.carries,
    };
  const isShown = state.banner?.text.startsWith(failure.message) ?? false;
  const next = { ...ended, handshake: state.handshake === "checking" ? ("failed" as const) : null };
  return isShown ? next : failed(next, failure);
}

/** What the agent has not written down, and what waited for its turn, is the person's again. */
function unheard(state: LiveState): LiveState {
  const { queued, view } = state;
  const { lastPrompt } = view;
  const isLost = lastPrompt !== null && !lastPrompt.isPersisted;
  if (!isLost && queued.length === 0) return state;
  const after = { ...state, queued: [] };
  if (!isLost) return givenBack(after, queued);
  const rest = { ...withPromptTakenBack(view, lastPrompt.text), lastPrompt: null };
  const told = { ...withFile(after), view: withEntries(rest, withLine(rest.entries, backAgain)) };
  return givenBack(told, [lastPrompt.text, ...queued]);
}

export const backAgain =
  "Your last words did not arrive: the agent has not written them down. They are in the composer again.";
