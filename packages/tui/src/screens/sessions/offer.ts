import { pressedTooEarly } from "@reprise/model";
import type { Step } from "../../kernel/screen.ts";
import { utcTime } from "../../text/utc-time.ts";
import type { OfferAction } from "./keys.ts";
import type { Task } from "./messages.ts";
import type { Offered, State } from "./state.ts";

/** The question, in the status line and nowhere else. */
export function offerLine({ offer }: Offered): string {
  return `Interrupted session from ${utcTime(offer.startedAt)}. Resume? [y/n]`;
}

/** It has just appeared, or a key came too early to answer it. */
export function offerShown(state: State): Step<State, Task> {
  const offerGuard = pressedTooEarly(state.offerGuard);
  return {
    state: { ...state, offerGuard },
    tasks: [{ do: "wait-for-offer", edition: offerGuard.edition }],
  };
}

/** Asked once: whatever the answer is, the question is gone. Only a no is remembered, and begins anew. */
export function answerOffer(
  state: State,
  { offer, session }: Offered,
  answer: OfferAction,
): Step<State, Task> {
  const next: State = { ...state, offer: null };
  switch (answer) {
    case "accept":
      return {
        state: { ...next, isActing: true },
        go: {
          to: {
            screen: "restore",
            session,
            modes: ["resume", "replay", "handoff"],
            isStepwise: false,
            plan: null,
          },
        },
      };
    case "decline":
      return { state: next, tasks: [{ do: "decline", run: offer.run }, { do: "find-agents" }] };
    case "leave":
      return { state: next };
  }
}
