import { busyWords, type RestoreEvent, type RunView, viewAfter } from "@reprise/model";
import { rewritten } from "../../../composer/index.ts";
import type { Ask } from "../asking/ask.ts";
import { unsent } from "../prompt/send-prompt.ts";
import type { LiveState } from "../state.ts";
import { sentWhole } from "./history-progress.ts";
import { prompted, refused, restoreCancelled, restored, restoringOn } from "./restore-event.ts";
import { failed, over } from "./run-ended.ts";

/** Applies one event of the run. The run view says what happened; this is what it means for the screen. */
export function onRunEvent(given: LiveState, event: RestoreEvent): LiveState {
  const before = event.type === "restored" ? sentWhole(given) : given;
  const view = viewAfter(before.view, event);
  if (event.type === "delta") return { ...before, view };
  const clock = event.type === "turn-started" ? null : before.clock;
  const state = arrived({ ...before, view, clock, asks: asksOf(before.asks, view) }, before.view);
  switch (event.type) {
    case "checking":
      return { ...state, phase: "checking", handshake: "checking" };
    case "run-started":
      // Its journal names the prompts it carries. A restore has its own phases before its first turn.
      return state.beginning.kind === "restore" ? { ...state, carries: [] } : begun({ ...state, carries: [] });
    case "checked":
      return checked(state);
    case "question":
      if (event.question.kind !== "segment") return state;
      return {
        ...state,
        phase: "restoring",
        handshake: null,
        restoring: state.restoring ?? { isCancelling: false },
      };
    case "prompts-returned": {
      const text = event.prompts.map((one) => one.text).join("\n\n");
      return unsent(state, { text, inputs: state.view.lastPrompt?.inputs ?? [] });
    }
    case "prompt-sent":
      return event.isSteering ? state : begun(state);
    case "turn-started":
      return begun(state);
    case "turn-ended":
      return turnEnded(state, event);
    case "run-ended":
      return over(state, event.failure);
    case "restoring":
      return restoringOn(state, event);
    case "restore-cancelled":
      return restoreCancelled(state);
    case "restored":
      return restored(state, event);
    case "refused":
      return refused(state, event.plan);
    case "busy": {
      const banner = { text: `${busyWords(event.owner)} R and Enter.`, canRetry: true };
      return { ...state, phase: "ended", handshake: "failed", banner };
    }
    case "brief":
      // A brief, which the user sends in a new session.
      return {
        ...state,
        phase: "unstarted",
        handshake: null,
        composer: rewritten(state.composer, event.text),
      };
    default:
      return state;
  }
}

/** Open requests, with the answers given so far. */
function asksOf(asks: readonly Ask[], { requests, questions }: RunView): readonly Ask[] {
  const open: Ask[] = [
    ...questions.flatMap((one) => (one.kind === "drift" ? [{ ...one, isAnswered: false }] : [])),
    ...requests.map((request): Ask => ({ kind: "request", id: request.id, request, isAnswered: false })),
  ];
  if (open.length === 0 && asks.length === 0) return asks;
  const known = new Map(asks.map((ask) => [ask.id, ask]));
  return open.map((ask) => known.get(ask.id) ?? ask);
}

/** The agent has the prompt: its file is no longer needed. */
function arrived(state: LiveState, before: RunView): LiveState {
  const isNews = before.lastPrompt?.isPersisted === false && state.view.lastPrompt?.isPersisted === true;
  return isNews ? { ...state, carries: [], inFlight: null } : state;
}

function begun(state: LiveState): LiveState {
  const { phase } = state;
  if (phase === "restoring" || phase === "interrupting" || phase === "closing") return state;
  return { ...state, phase: "working", handshake: null };
}

/** The agent has the thread. A replay still has to send the history. */
function checked(state: LiveState): LiveState {
  const next = { ...state, handshake: "done" } as const;
  if (state.beginning.kind !== "restore") return next;
  if (state.view.phase !== "restoring") return prompted(next);
  return { ...next, phase: "restoring", restoring: state.restoring ?? { isCancelling: false } };
}

function turnEnded(state: LiveState, { failure }: RestoreEvent & { type: "turn-ended" }): LiveState {
  if (state.phase === "restoring") return { ...state, handshake: null };
  const phase = state.phase === "closing" ? "closing" : "idle";
  const after = { ...state, phase, handshake: null } as const;
  return failure === null ? after : failed(after, failure);
}
