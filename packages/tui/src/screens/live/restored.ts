import type { RestoreEvent, RestoreMode, RestorePlan } from "@reprise/model";
import { count } from "../../text/count.ts";
import { prompted } from "./prompted.ts";
import type { LiveState } from "./state.ts";
import { appeared, toldUpTo, toldWhole } from "./telling.ts";
import type { Entry } from "./transcript/entry.ts";
import { withLine } from "./transcript/transcript.ts";

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
  const shown = appeared(state, isTold);
  const last = event.items.at(-1);
  return {
    ...(last === undefined || state.untold.some(({ key }) => key === last) ? shown : toldUpTo(shown, last)),
    phase: "restoring",
    handshake: null,
    restoring: { ...before, done, total, waits: null },
  };
}

/** The new thread has all of it. */
export function restored(state: LiveState, event: RestoreEvent & { readonly type: "restored" }): LiveState {
  const all = toldWhole(state);
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
  const { detail: reason = "The agent refused.", reason: why } = plan.refusals.at(-1) ?? {};
  const ended = { ...state, phase: "ended", handshake: "failed", restoring: null, asks: [] } as const;
  const next =
    state.summary === null
      ? null
      : ({
          screen: "restore",
          session: state.summary,
          modes: wantedModes(state),
          isStepwise: false,
          // What was planned is no longer true: the plan is made anew.
          plan: why === "changed" ? null : plan,
        } as const);
  return { ...ended, banner: { text: reason, canRetry: true }, next };
}

/** What was wanted first: a refusal may be over when it is planned again. */
function wantedModes({ beginning }: LiveState): readonly RestoreMode[] {
  const mode = beginning.kind === "restore" ? beginning.plan.mode : null;
  if (mode === "resume") return ["resume", "replay", "handoff"];
  return mode === null ? [] : [mode];
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
