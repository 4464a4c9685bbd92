import { checkingWords, doingWords, elapsedText, exactLine, grouped } from "@reprise/model";
import { waitingCount } from "../../live/asking/ask.ts";
import type { State } from "../state.ts";

const startingWords = {
  looking: "looking for an interrupted run…",
  resuming: "resuming…",
  launching: "launching…",
} as const;

/** What the run does, for how long, and its tokens; null if none is in progress. */
export function progressText(state: State): string | null {
  const { starting, isRunning, live, agentTitle } = state;
  if (starting !== null) return `${agentTitle}: ${startingWords[starting]}`;
  if (!isRunning || live === null) return null;
  return [`${agentTitle}: ${doing(state)}`, ...elapsed(state), ...tokens(state)].join(" · ");
}

function doing({ live }: State): string {
  if (live === null) return "";
  if (waitingCount(live.asks) > 0) return "waiting for you";
  const { phase, view } = live;
  switch (phase) {
    case "interrupting":
      return "stopping the turn";
    case "closing":
      return "ending";
    case "restoring":
      return `sending the history, ${view.restore?.doneCount ?? 0} of ${view.restore?.totalCount ?? 0}`;
    case "checking":
      return checkingWords;
    default:
      return view.working === null ? "starting" : exactLine(doingWords(view.working));
  }
}

function elapsed({ live }: State): string[] {
  const clock = live?.clock ?? null;
  return clock === null || live?.view.working == null ? [] : [elapsedText(clock.now - clock.startedAt)];
}

function tokens({ live }: State): string[] {
  const count = live?.view.tokens ?? null;
  return count === null ? [] : [`${grouped(count)} tokens`];
}
