import { pressedTooEarly, quietMs } from "@reprise/model";
import { rewritten } from "../../composer/index.ts";
import { actionFor } from "../../kernel/keys.ts";
import { offerKeys } from "../sessions/keys.ts";
import type { Offered } from "../sessions/state.ts";
import { restoreOf } from "./leaving.ts";
import { givenBack, started } from "./saying.ts";
import type { LiveState, LiveStep } from "./state.ts";
import { without } from "./transcript/transcript.ts";

/** A start where something was interrupted waits for an answer: nothing was said yet. */
export function asked(state: LiveState, offered: Offered): LiveState {
  const { lastPrompt, transcript } = state;
  const said = transcript.entries.at(-1);
  const unsaid: LiveState = {
    ...state,
    ...{ offered, phase: "unstarted", handshake: null, hold: null, lastPrompt: null },
    transcript: said ? without(transcript, said.key) : transcript,
  };
  return lastPrompt === null ? unsaid : givenBack(unsaid, [lastPrompt.text]);
}

/** It has just appeared, or a key came too early to answer it. */
export function offerShown(state: LiveState): LiveStep {
  const offerGuard = pressedTooEarly(state.offerGuard);
  const { edition } = offerGuard;
  return {
    state: { ...state, offerGuard },
    tasks: [{ type: "wait", ms: quietMs, message: { type: "offer-ready", edition } }],
  };
}

/** `y` goes on with the interrupted session, `n` starts as wanted and is remembered, Esc does neither; the words stay. */
export function pressOffer(before: LiveState, { offer, session }: Offered, key: string): LiveStep {
  if (!before.offerGuard.isReady) return offerShown(before);
  const { text } = before.composer.writing;
  const state: LiveState = { ...before, offered: null };
  switch (actionFor(offerKeys, key)) {
    case "accept":
      return {
        state: { ...state, composer: rewritten(state.composer, "") },
        tasks: [{ type: "give-draft", place: session.id, text }],
        go: { instead: restoreOf(session) },
      };
    case "decline": {
      const step = started(state, text, { isFresh: true });
      return { ...step, tasks: [{ type: "decline", run: offer.run }, ...(step.tasks ?? [])] };
    }
    case "leave":
      return { state };
    case null:
      return { state: before };
  }
}
