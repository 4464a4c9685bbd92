import {
  type ConversationCommand,
  conversationStatus,
  exactLine,
  modelWish,
  type SessionId,
  turnRuns,
  withEntries,
  withLine,
} from "@reprise/model";
import { emptyComposer } from "../../../composer/index.ts";
import { escaped } from "../escape.ts";
import { leave } from "../run/leave.ts";
import { type Continuation, isAtLimit, type LiveState, type LiveStep } from "../state.ts";
import { hinted } from "./hinted.ts";
import { steered } from "./send-prompt.ts";

/** Commands typed in the composer; the others are also keys. */
export type OwnCommand = Extract<
  ConversationCommand,
  "status" | "model" | "export" | "fork" | "switch" | "wait" | "stop" | "steer" | "back" | "quit"
>;

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
    case "model":
      return withModel(before, state, words);
    case "export":
      return view.session === null
        ? hinted(before, "There is nothing to save yet: the session has not started.")
        : { state, tasks: [{ type: "export", session: view.session, words }] };
    case "fork":
      if (view.session === null) return hinted(before, "There is nothing to fork yet: the session has not started.");
      return canContinue(state) ? planned(state, view.session, { kind: "fork" }) : hinted(before, turnRuns("fork"));
    case "switch":
      if (view.session === null)
        return hinted(before, "There is nothing to continue yet: the session has not started.");
      return canContinue(state) ? planned(state, view.session, { kind: "switch" }) : hinted(before, turnRuns("switch"));
    case "wait":
      return isAtLimit(state)
        ? { state: { ...state, waitsUntil: view.parkedUntil, banner: null } }
        : hinted(before, noLimit(state));
    case "stop":
      return state.phase === "working" ? escaped({ ...state, anchor: null }) : hinted(before, "No turn runs.");
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

function withModel(before: LiveState, state: LiveState, words: string): LiveStep {
  const { view } = state;
  const { agent, settings: now } = view;
  const wish = modelWish(words, { agent, model: now.model }, state.phase === "unstarted" ? "start" : "continue");
  if ("hint" in wish) return hinted(words === "" ? state : before, wish.hint);
  const { model } = wish;
  if (state.phase === "unstarted") {
    const settings = { ...state.settings, model };
    const shown = { ...view, settings: { ...view.settings, model } };
    return hinted({ ...state, settings, view: shown }, `The session will start with ${exactLine(model)}.`);
  }
  if (!canContinue(state) || view.session === null) return hinted(before, turnRuns("model"));
  return planned(state, view.session, { kind: "settings", settings: { model } });
}

function noLimit({ phase, view, waitsUntil }: LiveState): string {
  if (waitsUntil !== null) return "It waits already. Esc stops waiting.";
  if (view.parkedUntil === null) return "There is no usage limit to wait for.";
  return phase === "ended" ? "The agent has stopped. Enter continues." : turnRuns("wait");
}

/** The run goes on until the person agrees to the plan. */
function planned(state: LiveState, session: SessionId, wanted: Continuation): LiveStep {
  return {
    state: { ...state, wanted },
    tasks: [{ type: "find", session, forks: wanted.kind === "fork" }],
  };
}

function canContinue({ phase }: LiveState): boolean {
  return phase === "idle" || phase === "ended";
}
