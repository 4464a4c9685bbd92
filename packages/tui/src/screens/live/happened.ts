import { decisionWords, exactLine, type RestoreEvent, sessionIdOf, workingAfter } from "@reprise/model";
import { rewritten } from "../../composer/index.ts";
import { count } from "../../text/count.ts";
import { failed, over } from "./ended.ts";
import { healthAgain } from "./health.ts";
import { interrupted } from "./interrupted.ts";
import { prompted } from "./prompted.ts";
import { refused, restored, restoringOn } from "./restored.ts";
import type { LiveState } from "./state.ts";
import {
  askedAbout,
  droppedItem,
  hasRunning,
  type LiveTranscript,
  streamed,
  told,
  turnOver,
  withItem,
  withLine,
  withRule,
} from "./transcript/transcript.ts";

/** One event of the run, in its order. */
export function happened(before: LiveState, event: RestoreEvent): LiveState {
  const working = workingAfter(before.working, event);
  const isNew = event.type === "turn-started";
  const state =
    working === before.working ? before : { ...before, working, clock: isNew ? null : before.clock };
  switch (event.type) {
    case "checking":
      return { ...state, phase: "checking", handshake: "checking" };
    case "run-started":
      // Its journal names what the prompt carries.
      return begun({ ...state, agent: event.agent, settings: filled(state, event.settings), carries: [] });
    case "checked":
      return checked({ ...state, settings: filled(state, event.settings) });
    case "thread":
      return { ...state, session: sessionIdOf(state.agent, event.thread) };
    case "settings":
      return { ...state, settings: filled(state, event.settings) };
    case "turn-started":
      return state.phase === "interrupting" || state.phase === "closing" ? state : begun(state);
    case "prompt-persisted":
      return persisted(state);
    case "item":
      return shown(persisted(state), told(state.transcript, event));
    case "delta":
      return shown(state, streamed(state.transcript, event));
    case "item-dropped":
      return shown(state, droppedItem(state.transcript, event.key));
    case "request":
      return {
        ...state,
        transcript: askedAbout(state.transcript, event.request.item, true),
        asks: [
          ...state.asks,
          { kind: "request", id: event.request.id, request: event.request, isAnswered: false },
        ],
      };
    case "request-resolved":
      return resolved(state, event);
    case "usage":
      return { ...state, tokens: event.tokens || state.tokens }; // of a turn that was stopped none may be known
    case "notice":
      return shown(state, withItem(state.transcript, { kind: "notice", text: event.text }));
    case "journal-health":
      return healthOf(state, event.problem);
    case "drift-found":
      return shown(
        state,
        withLine(
          state.transcript,
          `Settings differ from what was recorded: ${event.drift.map(({ subject, now }) => `${exactLine(subject)} is ${exactLine(now ?? "not known")}`).join(", ")}.`,
        ),
      );
    case "prompt-queued":
    case "prompt-sent":
    case "question":
    case "question-resolved":
      return state;
    case "turn-ended":
      return turnEnded(state, event);
    case "run-ended":
      return over(state, event.failure);
    case "restoring":
    case "restore-cancelled":
      return restoringOn(state, event);
    case "restored":
      return restored(state, event);
    case "refused":
      return refused(state, event.plan);
    case "busy": {
      const who =
        event.owner === null
          ? "another process"
          : `${exactLine(event.owner.program)} (process ${event.owner.pid})`;
      const text = `The session is open in ${who}. Close it there, then R and Enter.`;
      return { ...state, phase: "ended", handshake: "failed", banner: { text, canRetry: true } };
    }
    case "brief":
      // A text to go on with: said by the person, in a new session.
      return {
        ...state,
        phase: "unstarted",
        handshake: null,
        composer: rewritten(state.composer, event.text),
      };
  }
}

/** Said as long as it lasts; that it is over stands in the conversation. */
function healthOf(state: LiveState, journalProblem: string | null): LiveState {
  if (journalProblem !== null || state.journalProblem === null) return { ...state, journalProblem };
  return { ...state, journalProblem, transcript: withLine(state.transcript, healthAgain) };
}

function shown(state: LiveState, transcript: LiveTranscript): LiveState {
  return transcript === state.transcript ? state : { ...state, transcript };
}

/** What the agent does not say stays as it was known. */
function filled({ settings }: LiveState, told: LiveState["settings"]): LiveState["settings"] {
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
  return { ...settings, ...known };
}

function begun(state: LiveState): LiveState {
  if (state.phase === "restoring") return state;
  return { ...state, phase: "working", handshake: null };
}

/** The agent has the thread. A replay still has to tell it everything. */
function checked(state: LiveState): LiveState {
  const { beginning, isRestored } = state;
  if (beginning.kind !== "restore") return { ...state, handshake: "done" };
  const { plan } = beginning;
  if (plan.mode === "replay" && !isRestored) {
    const restoring = { done: 0, total: plan.segments.length, isCancelling: false, waits: null };
    return { ...state, handshake: "done", phase: "restoring", restoring: state.restoring ?? restoring };
  }
  const rule = plan.mode === "fork" ? "session forked" : "session resumed";
  const transcript = isRestored ? state.transcript : pendingCards(withRule(state.transcript, rule), state);
  return prompted({ ...state, handshake: "done", transcript });
}

/** Requests of the process that died: nobody can answer them any more, but they are not forgotten. */
function pendingCards(transcript: LiveTranscript, { beginning }: LiveState): LiveTranscript {
  if (beginning.kind !== "restore") return transcript;
  return beginning.plan.pending.reduce(
    (before, { subject }) =>
      withLine(
        before,
        `unresolved: ${exactLine(subject)} — asked by a process that died; it is asked again if the agent still wants it`,
      ),
    transcript,
  );
}

function persisted(state: LiveState): LiveState {
  const { lastPrompt } = state;
  if (lastPrompt === null || lastPrompt.isPersisted) return state;
  return { ...state, lastPrompt: { ...lastPrompt, isPersisted: true }, carries: [], inFlight: null };
}

function resolved(
  state: LiveState,
  { id, decision, by }: RestoreEvent & { type: "request-resolved" },
): LiveState {
  const ask = state.asks.find((one) => one.id === id);
  const asks = state.asks.filter((one) => one.id !== id);
  const because = {
    person: "",
    kept: " (as approved before)",
    policy: " (nobody was there)",
    agent: " (by the agent)",
  }[by];
  const request = ask?.kind === "request" ? ask.request : null;
  const subject = request === null ? "what was asked" : headOf(request.subject);
  const transcript = askedAbout(state.transcript, request?.item ?? null, false);
  const words = (decision === null ? "withdrawn" : decisionWords[decision]) + because;
  return {
    ...state,
    asks,
    transcript: withItem(transcript, { kind: "approval", subject, decision: words }),
  };
}

/** All of it stands where it was asked. */
function headOf(subject: string): string {
  const [first = "", ...rest] = subject.split("\n");
  return rest.length === 0 ? first : `${first} … (${count(rest.length + 1, "line")})`;
}

/** Agents stop listening to a command; whether it stops is the command's own affair. */
function interruptedWords({ transcript }: LiveState): string {
  return hasRunning(transcript) ? `${interrupted} What it had started may still run.` : interrupted;
}

function turnEnded(state: LiveState, event: RestoreEvent & { type: "turn-ended" }): LiveState {
  const transcript = turnOver(state.transcript);
  const asks = state.asks.filter(({ kind }) => kind !== "request");
  const phase = state.phase === "restoring" || state.phase === "closing" ? state.phase : "idle";
  const after = { ...state, transcript, asks, phase, handshake: null } as const;
  if (state.phase === "restoring") return after;
  if (event.failure) return failed(after, event.failure);
  if (event.state === "interrupted")
    return { ...after, transcript: withLine(transcript, interruptedWords(state)) };
  return after;
}
