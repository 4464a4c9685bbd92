import { type ConversationCommand, conversationStatus, withEntries, withLine } from "@reprise/model";
import { emptyComposer } from "../../../composer/index.ts";
import { escaped } from "../escape.ts";
import { leave } from "../run/leave.ts";
import type { LiveState, LiveStep } from "../state.ts";
import { steered } from "./send-prompt.ts";

/** Commands typed in the composer; the others are also keys. */
type OwnCommand = Extract<ConversationCommand, "status" | "stop" | "steer" | "back" | "quit">;

/** Runs a command typed for Reprise, not for the agent. */
export function typedCommand(before: LiveState, name: OwnCommand, words: string): LiveStep {
  const state: LiveState = {
    ...before,
    hint: null,
    composer: { ...emptyComposer, history: before.composer.history },
  };
  const { view } = state;
  switch (name) {
    case "status":
      return {
        state: { ...state, view: withEntries(view, withLine(view.entries, conversationStatus(view))) },
      };
    case "stop":
      return state.phase === "working"
        ? escaped({ ...state, anchor: null })
        : hinted(before, "No turn runs.");
    case "steer":
      return state.phase === "working" && state.controls
        ? steered(state, words)
        : hinted(before, "No turn runs: without /steer it is sent as the next one.");
    case "back":
      return leave(state, "back");
    case "quit":
      return leave(state, "quit");
  }
}

/** Shown above the composer until the next key; the text stays. */
export function hinted(state: LiveState, hint: string): LiveStep {
  return { state: { ...state, hint } };
}
