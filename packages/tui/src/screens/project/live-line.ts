import {
  activityWords,
  count,
  elapsedText,
  exactLine,
  type Round,
  roundDuration,
  roundSummaryWords,
  roundWords,
  safeLine,
} from "@reprise/model";
import { cutTo } from "../../text/fit.ts";
import type { State } from "./state.ts";

/** What happens now, and what comes next: on two lines, or on one. */
export function liveLines(state: State, columns: number, height: number): string[] {
  const now = nowParts(state);
  const next = nextTask(state);
  if (height >= 2) return [cutTo(now.join(" · "), columns), cutTo(next === null ? "" : `Next: ${next}`, columns)];
  return height === 1 ? [cutTo([...now, ...(next === null ? [] : [`next: ${next}`])].join(" · "), columns)] : [];
}

function nowParts(state: State): string[] {
  const { activity, view, now, phase } = state;
  const last = view?.rounds.at(-1) ?? null;
  if (activity === null) return elsewhereParts(state, last);
  const { round } = activity;
  const ms = last === null || last.number !== round?.number ? null : roundDuration({ ...last, endedAt: null }, now);
  const tokens = activity.tokens + (activity.roundTokens ?? 0);
  const doing = phase === "pausing" ? "interrupting" : phase === "ending" ? "ending" : activityWords(activity);
  return [
    round === null ? "Starting" : roundWords(round),
    safeLine(doing),
    ...(ms === null ? [] : [elapsedText(ms)]),
    ...(tokens === 0 ? [] : [count(tokens, "token")]),
  ];
}

/** Another process works on it: from its files. */
function elsewhereParts({ now, phase }: State, last: Round | null): string[] {
  if (phase === "starting" || last === null) return ["Starting"];
  return [safeLine(roundSummaryWords(last, true, now))];
}

/** Of the progress file. */
function nextTask({ view }: State): string | null {
  const task = view?.inProgress[0] ?? view?.todo[0];
  return task === undefined ? null : exactLine(task);
}
