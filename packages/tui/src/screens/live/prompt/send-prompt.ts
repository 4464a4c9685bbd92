import { withNewRun, withPrompt, withPromptTakenBack } from "@reprise/model";
import { isBlank, rewritten, sent } from "../../../composer/index.ts";
import { reopened } from "../run/leave.ts";
import type { LiveState, LiveStep, QueuedMessage } from "../state.ts";
import { imageAwaited, withAttached } from "./attach.ts";
import { plainInput } from "./unsent-text.ts";

/** Enter: sends the text in the way the current state allows. */
export function sendPrompt(state: LiveState, text = state.composer.buffer.text): LiveStep {
  const awaited = imageAwaited(state);
  if (awaited !== null) return awaited;
  if (state.phase === "ended") return reopened(state);
  if (isBlank(state.composer))
    return state.attached.length === 0 ? { state } : { state: { ...state, hint: "Write what to do with it." } };
  const { attached: inputs } = state;
  switch (state.phase) {
    case "unstarted":
      return started(state, text);
    case "idle":
      return state.controls === null
        ? { state }
        : sentOn({ ...state, composer: sent(state.composer), attached: [] }, { text, inputs });
    case "working":
      return inputs.length === 0 ? steered(state, text) : queuedNow(state, text);
    default:
      // The text stays until the agent can receive it.
      return { state };
  }
}

/** Starts another turn with this text. */
export function sentOn(state: LiveState, { text, inputs }: QueuedMessage): LiveStep {
  const { controls } = state;
  if (!controls) return { state };
  const view = withPrompt(state.view, text, { inputs: inputs.map(plainInput) });
  const next = { ...state, view, phase: "working", banner: null, anchor: null, waitsUntil: null } as const;
  return { state: next, tasks: [{ type: "send", controls, text, inputs }] };
}

/** Resends only a prompt that the session does not contain yet. */
export function retried(state: LiveState): LiveStep {
  const { phase } = state;
  const { lastPrompt } = state.view;
  if (phase === "ended") return reopened(state);
  if (phase !== "idle" || state.banner === null || lastPrompt === null) return { state };
  if (!lastPrompt.isPersisted) return sentOn(state, lastPrompt);
  const text =
    "Your prompt is already in the session and would be sent twice. Write what to do next, for example: continue.";
  return { state: { ...state, banner: { text, canRetry: false } } };
}

/** The agent takes no input during a turn: the text is queued until its end. */
export function queuedUp(state: LiveState, text: string): LiveState {
  const waiting = { ...state, view: withPromptTakenBack(state.view, text) };
  return state.phase === "working"
    ? { ...waiting, queued: [...state.queued, { text, inputs: [] }] }
    : givenBack(waiting, [{ text, inputs: [] }]);
}

/** During a turn: the text waits for its end. */
export function queuedNow(state: LiveState, text: string): LiveStep {
  const awaited = imageAwaited(state);
  if (awaited !== null) return awaited;
  const queued = [...state.queued, { text, inputs: state.attached }];
  return { state: { ...state, queued, composer: sent(state.composer), attached: [], anchor: null } };
}

/** The last queued message is edited again. */
export function takenBack(state: LiveState): LiveState {
  const last = state.queued.at(-1);
  return last === undefined ? state : givenBack({ ...state, queued: state.queued.slice(0, -1) }, [last]);
}

export function joined(messages: readonly QueuedMessage[]): QueuedMessage {
  return {
    text: messages.map(({ text }) => text).join("\n\n"),
    inputs: messages.flatMap(({ inputs }) => inputs),
  };
}

/** Puts unsent text back into the composer, before the draft. */
export function givenBack(state: LiveState, messages: readonly QueuedMessage[]): LiveState {
  if (messages.length === 0) return state;
  const { text } = state.composer.buffer;
  const parts = messages.map((one) => one.text).concat(text === "" ? [] : [text]);
  const attached = withAttached(
    messages.flatMap(({ inputs }) => inputs),
    state.attached,
  );
  return { ...state, attached, composer: rewritten(state.composer, parts.join("\n\n")) };
}

/** A message of this screen that no turn will have. */
export function unsent(state: LiveState, message: QueuedMessage): LiveState {
  const view = { ...withPromptTakenBack(state.view, message.text), lastPrompt: null };
  return givenBack({ ...state, view, phase: state.phase === "working" ? "idle" : state.phase }, [message]);
}

/** Returns the text to the user, along with its file on disk. */
export function withFile(state: LiveState): LiveState {
  if (state.inFlight === null) return state;
  return { ...state, inFlight: null, givenBack: [...state.givenBack, state.inFlight] };
}

export function started(
  state: LiveState,
  prompt: string,
  { isFresh }: { readonly isFresh: boolean } = { isFresh: false },
): LiveStep {
  const composer = sent(state.composer);
  const from = state.beginning.kind === "new" ? state.beginning.from : state.summary;
  const { carries } = state;
  const inputs = state.attached.map(plainInput);
  return {
    state: {
      ...state,
      phase: "checking",
      handshake: "checking",
      view: withPrompt(withNewRun(state.view), prompt, { inputs }),
      composer,
      attached: [],
      banner: null,
    },
    tasks: [
      {
        type: "run",
        prompt,
        from,
        ...(isFresh || carries.length > 0 ? { isFresh: true } : {}),
        ...(carries.length > 0 ? { carries } : {}),
        ...(inputs.length > 0 ? { inputs } : {}),
        ...(Object.keys(state.settings).length > 0 ? { settings: state.settings } : {}),
      },
    ],
  };
}

export function steered(state: LiveState, text: string): LiveStep {
  const { controls } = state;
  if (!controls) return { state };
  const view = withPrompt(state.view, text, { isSteering: true });
  return {
    state: { ...state, view, composer: sent(state.composer), anchor: null },
    tasks: [{ type: "steer", controls, text }],
  };
}
