import type { RestoreEvent, RestorePlan } from "@reprise/model";
import { count } from "../../text/count.ts";
import { prompted } from "./prompted.ts";
import type { LiveState } from "./state.ts";
import type { Entry } from "./transcript/entry.ts";
import { withEarlier, withLine } from "./transcript/transcript.ts";

type On = RestoreEvent & { readonly type: "restoring" | "restore-cancelled" };

/** A segment is told: what it holds appears. */
export function restoringOn(state: LiveState, event: On): LiveState {
  const { doneCount: done, totalCount: total } = event;
  if (event.type === "restore-cancelled") {
    const line = `Restore cancelled after ${done} of ${count(total, "segment")}.`;
    const transcript = withLine(state.transcript, line);
    const banner = { text: "What was told stays told. Enter goes on where it stopped.", canRetry: true };
    return { ...state, phase: "ended", restoring: null, handshake: null, transcript, banner };
  }
  const told = new Set(event.items);
  const isTold = ({ key }: Entry) => told.has(key);
  const before = state.restoring ?? { isCancelling: false, waits: null };
  return {
    ...appeared(state, isTold),
    phase: "restoring",
    handshake: null,
    restoring: { ...before, done, total, waits: null },
  };
}

/** The new thread has all of it. */
export function restored(state: LiveState, event: RestoreEvent & { readonly type: "restored" }): LiveState {
  const all = appeared(state, () => true);
  const next = {
    ...all,
    session: event.session,
    transcript: withLine(all.transcript, summaryOf(event)),
    restoring: null,
    isRestored: true,
  };
  if (event.via === "fork") return next;
  // A session in the agent's own store is opened only now.
  return event.via === "native" ? { ...next, phase: "checking", handshake: "checking" } : prompted(next);
}

/** The reason is seen for a moment, then the plan of the next mode. */
export function refused(state: LiveState, plan: RestorePlan): LiveState {
  const reason = plan.refusals.at(-1)?.detail ?? "The agent refused.";
  const ended = { ...state, phase: "ended", handshake: "failed", restoring: null, asks: [] } as const;
  const next =
    state.summary === null
      ? null
      : ({ screen: "restore", session: state.summary, modes: [], isStepwise: false, plan } as const);
  return { ...ended, banner: { text: reason, canRetry: true }, next };
}

function appeared(state: LiveState, isTold: (entry: Entry) => boolean): LiveState {
  // What lies between is not told to a model, but it was said: it keeps its place.
  const end = state.untold.findLastIndex(isTold) + 1;
  const now = state.untold.slice(0, end);
  if (end === 0) return state;
  const { entries } = state.transcript;
  const transcript = withEarlier({ ...state.transcript, entries: now }, entries);
  return { ...state, transcript, untold: state.untold.slice(end) };
}

function summaryOf({
  via,
  itemCount,
  segmentCount,
  sentTokens,
  session,
}: RestoreEvent & { type: "restored" }): string {
  if (via === "fork") return `Forked as ${session}, by the agent itself.`;
  const sent = sentTokens === 0 ? "nothing sent to a model" : `${count(sentTokens, "token")} sent to a model`;
  return `Restored as ${session}: ${count(itemCount, "item")} in ${count(segmentCount, "segment")}, ${sent}.`;
}
