import type { Failure } from "@reprise/model";
import { zonedTime } from "@reprise/model";
import { givenBack, withFile } from "./saying.ts";
import type { LiveState } from "./state.ts";
import { withLine, without } from "./transcript/transcript.ts";

/** A turn that failed: the agent is still there. */
export function failed(state: LiveState, failure: Failure): LiveState {
  const isParked = failure.kind === "limit" && failure.resetsAt !== null;
  const until = isParked ? ` Parked until ${zonedTime(failure.resetsAt)}.` : "";
  const text = `${failure.message}${until}`;
  return {
    ...state,
    parkedUntil: isParked ? failure.resetsAt : null,
    transcript: withLine(state.transcript, `Turn failed: ${text}`, "bad"),
    banner: { text, canRetry: true },
  };
}

/** The run is over: the session stays, and going on begins with a plan. */
export function over(state: LiveState, failure: Failure | null): LiveState {
  // One that never began has given the words back, and Enter tries again.
  if (state.phase === "ended" || state.phase === "unstarted") return state;
  const ended = { ...unheard(state), phase: "ended", controls: null, asks: [], restoring: null } as const;
  if (failure === null) return { ...ended, handshake: null };
  // Nothing has come of it: the words are the person's again.
  if (state.session === null && state.beginning.kind === "new" && state.leaving === null)
    return {
      ...failed(ended, failure),
      ...{ phase: "unstarted", handshake: null },
      // Another process has sent what was taken up: sent again, these are the person's own words.
      carries: failure.kind === "busy" ? [] : state.carries,
    };
  const isShown = state.banner?.text.startsWith(failure.message) ?? false;
  const next = { ...ended, handshake: state.handshake === "checking" ? ("failed" as const) : null };
  return isShown ? next : failed({ ...next, phase: "ended" }, failure);
}

/** What the agent has not written down, and what waited for its turn, is the person's again. */
function unheard(state: LiveState): LiveState {
  const { lastPrompt, queued, transcript } = state;
  const isLost = lastPrompt !== null && !lastPrompt.isPersisted;
  if (!isLost && queued.length === 0) return state;
  const after = { ...state, queued: [] };
  if (!isLost) return givenBack(after, queued);
  const said = transcript.entries.findLast(
    (one) => one.kind === "item" && one.item.kind === "prompt" && one.item.text === lastPrompt.text,
  );
  const rest = said ? without(transcript, said.key) : transcript;
  const told = { ...withFile(after), lastPrompt: null, transcript: withLine(rest, backAgain) };
  return givenBack(told, [lastPrompt.text, ...queued]);
}

export const backAgain =
  "Your last words did not arrive: the agent has not written them down. They are in the composer again.";
