import {
  bytes,
  exactLine,
  type Failure,
  goOn,
  noEntries,
  pressedTooEarly,
  restoreCancelledWords,
  waitOver,
  withEarlier,
  withEntries,
  withLine,
} from "@reprise/model";
import { pressComposer, rewritten, withHistory } from "../../composer/index.ts";
import { type Input, isInput } from "../../kernel/input.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { filesFound, modelsFound } from "./completion/completion.ts";
import { asked, offerShown } from "./offer.ts";
import { press } from "./press.ts";
import { imageAttached, imageGone, imageRead } from "./prompt/attach.ts";
import { hinted } from "./prompt/hinted.ts";
import { givenBack, joined, queuedUp, sentOn, unsent } from "./prompt/send-prompt.ts";
import { afterQueue } from "./prompt/unsent-text.ts";
import { afterUpdate, armTask, draftKept, draftSaved } from "./run/after-update.ts";
import { historyRead, noHistory } from "./run/history-progress.ts";
import { continuedAs, foundAgain, gone, reopened } from "./run/leave.ts";
import { onRunEvent } from "./run/run-event.ts";
import { isRestored, type LiveMessage, type LiveState, type LiveStep, type LiveTask } from "./state.ts";

/** How long a refusal is shown before the next plan. */
const refusalMs = 900;

export function update(
  state: LiveState,
  event: Input | LiveMessage | Returned | Failed,
  size: Size,
): Step<LiveState, LiveTask> {
  return afterUpdate(state, isInput(event) ? press(state, event, size) : took(state, event));
}

function took(state: LiveState, event: LiveMessage | Returned | Failed): LiveStep {
  switch (event.type) {
    case "events":
      return followed(state, event.events.reduce(onRunEvent, state));
    case "hold":
      return { state: { ...state, hold: event.hold, isOver: false } };
    case "controls":
      // The agent may know more of them than was known before it started.
      return { state: { ...state, controls: event.controls, models: null } };
    case "offered":
      return offerShown(asked(state, event.offered));
    case "offer-ready":
      return { state: { ...state, offerGuard: waitOver(state.offerGuard, event.edition) } };
    case "run-over":
      return followed(state, { ...runOver(state, event.failure), isOver: true }, true);
    case "earlier":
      return { state: withThePast(state, event) };
    case "untold":
      return { state: historyRead(state, event) };
    case "prompt-saved":
      return { state: { ...state, inFlight: event.id } };
    case "steer-refused":
      return { state: queuedUp(state, event.text) };
    case "found":
      return foundAgain(state, event);
    case "exported":
      return { state: lined(state, `Saved as ${exactLine(event.path)} (${bytes(event.sizeBytes)}).`) };
    case "attached":
      return { state: imageAttached(imageRead(state), event) };
    case "not-attached":
      return notAttached(imageRead(state), event);
    case "not-there":
      return imageGone(state, event);
    case "send-refused":
      return { state: sendRefused(state, event) };
    case "files":
      return filesFound(state, event);
    case "models":
      return { state: modelsFound(state, event.models) };
    case "hint":
      return { state: { ...state, hint: event.text } };
    case "draft-due":
      return draftSaved(state);
    case "draft-kept":
      return { state: draftKept(state, event) };
    case "enter-ready":
      return { state: { ...state, enterGuard: waitOver(state.enterGuard, event.edition) } };
    case "draft-loaded":
      return { state: editedDraft(state, event) };
    case "armed":
      return { state: armed(state, event) };
    case "key-forgotten":
      return { state: state.armedKey?.edition === event.edition ? { ...state, armedKey: null } : state };
    case "answer-past":
      return { state: state.lastAnswer === event.edition ? { ...state, isJustAnswered: false } : state };
    case "tick":
      return { state: { ...state, tick: state.tick + 1, isTicking: false } };
    case "clock": {
      const startedAt = state.clock?.startedAt ?? event.now;
      return continuedAtReset({ ...state, isClocked: false, clock: { startedAt, now: event.now } });
    }
    case "go-on":
      // Don't redirect a user who is already leaving.
      return state.next === null || (state.leaving !== null && state.leaving !== "again") ? { state } : reopened(state);
    case "failed":
      // The editor failed: the text here is the newest.
      return {
        state: {
          ...state,
          editing: null,
          banner: { text: event.reason, canRetry: state.phase === "ended" },
        },
      };
    case "returned":
      return event.chosen === undefined ? returned(state) : continuedAs(state, event.chosen);
  }
}

/** Once, and as the person said: a limit that is reached again waits for them. */
function continuedAtReset(state: LiveState): LiveStep {
  const { waitsUntil, clock, phase } = state;
  if (waitsUntil === null || clock === null || phase !== "idle" || clock.now < Date.parse(waitsUntil)) return { state };
  return sentOn(state, { text: goOn, inputs: [] });
}

/** Without an end event the run was interrupted, or could not start. */
function runOver(state: LiveState, failure: Failure | null): LiveState {
  if (state.view.phase === "ended") return state;
  const status = failure === null ? "interrupted" : "failed";
  return onRunEvent(state, { type: "run-ended", status, failure });
}

/** Effects of events: leave once the run is over, send the queue, stop what was cancelled. */
function followed(before: LiveState, state: LiveState, isOver = false): LiveStep {
  if (state.next !== null && before.next === null)
    return { state, tasks: [{ type: "wait", ms: refusalMs, message: { type: "go-on" } }] };
  // The process is gone only when the event stream ends, not with the last event.
  if (state.phase === "ended" && state.leaving !== null) return isOver ? gone(state) : { state };
  const wasCancelled = before.restoring?.isCancelling === true && isRestored(state) && state.hold !== null;
  if (wasCancelled && state.hold) return { state: cancelledLate(state), tasks: [{ type: "abort", hold: state.hold }] };
  return state.phase === "idle" && state.queued.length > 0 ? saidLater(state) : { state };
}

/** Everything was sent before the user cancelled; there is nothing to stop. */
function cancelledLate(state: LiveState): LiveState {
  const { doneCount = 0, totalCount = 0 } = state.view.restore ?? {};
  const line = restoreCancelledWords({ doneCount, totalCount });
  return { ...state, phase: "closing", view: withEntries(state.view, withLine(state.view.entries, line)) };
}

/** What was pasted is text, then. */
function notAttached(state: LiveState, { text, isPasted, reason }: LiveMessage & { type: "not-attached" }): LiveStep {
  if (!isPasted) return hinted(state, `${reason} Put a space before it to send it as text.`);
  const composer = pressComposer(state.composer, { type: "paste", text }, 1) ?? state.composer;
  return hinted({ ...state, composer }, `${reason} The path stays text.`);
}

/** Nothing was sent. Of a run that is over, the text has been given back already. */
function sendRefused(state: LiveState, { message, reason }: LiveMessage & { type: "send-refused" }): LiveState {
  if (state.phase === "ended" || state.phase === "unstarted") return state;
  return unsent({ ...state, banner: { text: reason, canRetry: false } }, message);
}

function lined(state: LiveState, line: string): LiveState {
  return { ...state, view: withEntries(state.view, withLine(state.view.entries, line)) };
}

function saidLater(state: LiveState): LiveStep {
  const { queued, banner, view } = state;
  const waiting = { ...state, queued: [] };
  const wasStopped = banner !== null || view.turns.at(-1)?.state === "interrupted";
  return wasStopped ? { state: givenBack(waiting, queued) } : sentOn(waiting, joined(queued));
}

function withThePast(state: LiveState, { entries, prompts }: LiveMessage & { type: "earlier" }): LiveState {
  const composer = withHistory(state.composer, prompts);
  if (state.wasAway)
    return {
      ...state,
      composer,
      wasAway: false,
      view: withEntries(state.view, withEarlier(noEntries, entries)),
    };
  const isReplay = state.beginning.kind === "restore" && state.beginning.plan.mode === "replay";
  if (isReplay && !isRestored(state)) return { ...state, composer, untold: entries, historyProgress: noHistory };
  return { ...state, composer, view: withEntries(state.view, withEarlier(state.view.entries, entries)) };
}

/** The queue may have been sent meanwhile: the draft is saved again without it. */
function editedDraft(state: LiveState, { draft, queue }: LiveMessage & { readonly type: "draft-loaded" }): LiveState {
  const edited = { ...state, draft: { ...state.draft, saved: null } };
  const text = draft === null ? null : afterQueue(draft.text, queue);
  return text === null ? edited : { ...edited, composer: rewritten(state.composer, text) };
}

function armed(state: LiveState, { id, edition }: LiveMessage & { type: "armed" }): LiveState {
  const { asking } = state;
  if (asking?.id !== id) return state;
  return { ...state, asking: { ...asking, guard: waitOver(asking.guard, edition) } };
}

function returned(state: LiveState): LiveStep {
  const step = cameBack(state);
  const { asking } = step.state;
  if (asking === null) return step;
  // The question reappears only now.
  const again = { ...asking, guard: pressedTooEarly(asking.guard) };
  return {
    ...step,
    state: { ...step.state, asking: again },
    tasks: [...(step.tasks ?? []), armTask(step.state, again)],
  };
}

function cameBack(state: LiveState): LiveStep {
  if (state.editing !== null)
    return {
      state: { ...state, editing: null },
      tasks: [{ type: "load-draft", place: state.draft.place, ...state.editing }],
    };
  const { session, agent } = state.view;
  if (!state.wasAway || session === null) return { state };
  const text = `Back from ${agent}. Enter continues here, with a plan first.`;
  const banner = state.banner ?? { text, canRetry: true };
  // An earlier plan is outdated if the session has continued.
  const next = { ...state, banner, next: null, isUnsure: true };
  return { state: next, tasks: [{ type: "read", session, to: null }] };
}
