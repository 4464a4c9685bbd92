import {
  busyWords,
  commentsToRun,
  isPassing,
  type ReviewComment,
  type ReviewReport,
  type RunId,
  reviewDoneWords,
} from "@reprise/model";
import type { Step } from "../../../kernel/screen.ts";
import { asked } from "../asking.ts";
import { listedOf } from "../list/rows.ts";
import { isBusy, type Message, type OfferedRun, type State, type Task } from "../state.ts";

type ReviewStep = Step<State, Task>;

/** `x`: asks about an interrupted run first; nothing is spent before that. */
export function run(state: State): ReviewStep {
  if (isBusy(state)) return { state: { ...state, note: "A run is already in progress." } };
  const comments = toRun(state);
  if (state.fetched === null) return failed(state, "The comments are not known yet.");
  if (comments.length === 0) return failed(state, "No comment is shown: there is nothing to run on.");
  return {
    state: { ...state, error: null, outcome: null, starting: "looking", attempt: state.attempt + 1 },
    tasks: [{ type: "offer" }],
  };
}

function toRun(state: State): readonly ReviewComment[] {
  return commentsToRun(listedOf(state).comments, state.choice);
}

function failed(state: State, error: string): ReviewStep {
  return { state: { ...state, error } };
}

export function onOffer(state: State, { offered, unsent }: Message & { type: "offer" }): ReviewStep {
  if (state.starting !== "looking") return { state };
  const next = { ...state, starting: null };
  return offered === null ? fresh(next, { unsent }) : asked(next, { kind: "resume", offered });
}

/** A new run on the chosen comments. */
export function fresh(
  state: State,
  { declines = null, unsent = null }: { readonly declines?: RunId | null; readonly unsent?: RunId | null },
): ReviewStep {
  const comments = toRun(state);
  if (comments.length === 0) return failed(state, "No comment is shown: there is nothing to run on.");
  return {
    state: {
      ...state,
      starting: "launching",
      resumedRun: null,
      worked: comments,
      error: null,
      outcome: null,
    },
    tasks: [{ type: "start", comments, declines, unsent }],
  };
}

/** The same thread, with the comments chosen now. */
export function resumed(state: State, offered: OfferedRun): ReviewStep {
  const comments = toRun(state);
  if (comments.length === 0) return failed(state, "No comment is shown: there is nothing to run on.");
  return {
    state: {
      ...state,
      starting: "resuming",
      resumedRun: offered.run,
      worked: comments,
      error: null,
      outcome: null,
    },
    tasks: [{ type: "resume", offered, comments }],
  };
}

export function notStarted(state: State, reason: string): ReviewStep {
  if (state.starting === null) return { state };
  return { state: { ...state, starting: null, error: reason } };
}

export function onRefused(state: State, { type: _, ...refused }: Message & { type: "refused" }): ReviewStep {
  if (state.starting === null) return { state };
  return asked({ ...state, starting: null }, { kind: "refused", ...refused });
}

/** How the run ended, in words; the journal has the rest. */
export function onConcluded(
  state: State,
  { isOfRun, journal, report, problem }: Message & { type: "concluded" },
): ReviewStep {
  // Without a run nothing is known about the comments.
  const known = report === null || report.run === null ? state : { ...state, report };
  if (!isOfRun) return { state: problem === null || known.error !== null ? known : { ...known, error: problem } };
  const place = journal === null ? "" : ` Journal: ${journal}`;
  const next: State = { ...known, worked: [], starting: null };
  const { text, isGood } = endWords(state, report);
  if (isGood) return { state: { ...next, outcome: text, error: problem } };
  return { state: { ...next, error: `${text}${place}` } };
}

function endWords(
  { live, agentTitle }: State,
  report: ReviewReport | null,
): { readonly text: string; readonly isGood: boolean } {
  const view = live?.view;
  const failure = view?.failure ?? null;
  const again = "x resumes it.";
  switch (view?.status) {
    case "completed":
      return failure === null
        ? {
            text: `${report?.run == null ? `${agentTitle} completed the run.` : reviewDoneWords(report)} Enter shows it.`,
            isGood: true,
          }
        : { text: `${agentTitle} ended with a failure: ${failure.message}`, isGood: false };
    case "cancelled":
      return { text: `The run was cancelled. ${again}`, isGood: true };
    case "interrupted":
      return { text: `The run was interrupted. ${again}`, isGood: true };
    case "busy":
      return { text: `${busyWords(view.owner)} press x again.`, isGood: false };
    default: {
      const reason = failure?.message ?? live?.banner?.text ?? "The run ended unexpectedly.";
      const canResume = failure !== null && isPassing(failure) ? ` ${again}` : "";
      return { text: `The run failed: ${reason}${canResume}`, isGood: false };
    }
  }
}
