import { type Offer, pressedTooEarly, quietMs, withPromptTakenBack } from "@reprise/model";
import { rewritten } from "../../composer/index.ts";
import { actionFor } from "../../kernel/keys.ts";
import { offerKeys } from "../sessions/keys.ts";
import { offeredModes } from "../sessions/offer/offer.ts";
import type { Offered } from "../sessions/state.ts";
import { givenBack, started, withFile } from "./prompt/send-prompt.ts";
import { restoreOf } from "./run/leave.ts";
import type { LiveState, LiveStep } from "./state.ts";

/** A start with an interrupted session waits for an answer; nothing was sent yet. */
export function asked(state: LiveState, offered: Offered): LiveState {
  const { view } = state;
  const { lastPrompt } = view;
  const unsaid: LiveState = {
    ...withFile(state),
    offered,
    phase: "unstarted",
    handshake: null,
    hold: null,
    view: lastPrompt === null ? view : { ...withPromptTakenBack(view, lastPrompt.text), lastPrompt: null },
  };
  return lastPrompt === null ? unsaid : givenBack(unsaid, [lastPrompt]);
}

/** It has just appeared, or a key came too early. */
export function offerShown(state: LiveState): LiveStep {
  const offerGuard = pressedTooEarly(state.offerGuard);
  const { edition } = offerGuard;
  return {
    state: { ...state, offerGuard },
    tasks: [{ type: "wait", ms: quietMs, message: { type: "offer-ready", edition } }],
  };
}

/** `y` continues the interrupted session, `n` starts the new one and is remembered, Esc does neither; the draft stays. */
export function pressOffer(before: LiveState, { offer, session }: Offered, key: string): LiveStep {
  if (!before.offerGuard.isReady) return offerShown(before);
  const { text } = before.composer.buffer;
  const state: LiveState = { ...before, offered: null };
  // In the list `q` is taken; here it is free.
  switch (actionFor(offerKeys, key === "q" ? "escape" : key)) {
    case "accept":
      if (session === null) return takenUp(state, offer);
      return {
        state: { ...state, composer: rewritten(state.composer, ""), attached: [] },
        tasks: [{ type: "give-draft", place: session.id, text, attached: state.attached }],
        go: { instead: restoreOf(session, offeredModes(offer)) },
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

/** Inserted before the draft; nothing is sent yet. */
function takenUp(state: LiveState, { run, prompt, agent }: Offer): LiveStep {
  const carries = [...state.carries, run];
  const { text } = state.composer.buffer;
  const taken = prompt === null || text.includes(prompt) ? state : givenBack(state, [{ text: prompt, inputs: [] }]);
  return { state: { ...taken, carries, view: { ...taken.view, agent } }, tasks: [{ type: "prefer", agent }] };
}
