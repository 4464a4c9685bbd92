import type { Timestamp } from "@reprise/model";
import { elapsedText, type ProjectView, type Round, type RoundKind, roundDuration, roundKind } from "@reprise/model";

export type BarKind = RoundKind | "parked";

/** A round as it is drawn. */
export interface RoundBar {
  readonly round: Round;
  readonly kind: BarKind;
  /** Its part of the width, at least 1. */
  readonly width: number;
  /** From 0 to 1, by tokens; null: not recorded. */
  readonly level: number | null;
  /** How long nothing happened before it, if that is worth a mark. */
  readonly pause: string | null;
}

const worthAMarkMs = 5 * 60_000;
/** A round of a second beside one of an hour can still be seen and clicked. */
const widestRatio = 24;

type DrawnProject = Pick<ProjectView, "rounds" | "state" | "parkedUntil">;

/** The rounds on a time line. A running one lasts until `now`. */
export function roundBars(view: DrawnProject, now: Timestamp): readonly RoundBar[] {
  const { rounds, state } = view;
  const isRunning = state === "running";
  const durations = rounds.map((round) => roundDuration(round, isRunning ? now : null));
  const known = durations.filter((ms) => ms !== null);
  const longest = Math.max(1, ...known);
  const usual = known.length === 0 ? longest : known.toSorted((a, b) => a - b)[known.length >> 1];
  const mostTokens = Math.max(1, ...rounds.map(({ tokens }) => tokens ?? 0));
  return rounds.map((round, index) => ({
    round,
    kind: kindOf(round, view),
    width: 1 + ((widestRatio - 1) * (durations[index] ?? usual ?? longest)) / longest,
    level: round.tokens === null ? null : round.tokens / mostTokens,
    pause: pauseBetween(rounds[index - 1], round),
  }));
}

function kindOf(round: Round, { state, parkedUntil }: DrawnProject): BarKind {
  if (round.outcome === null && parkedUntil !== null) return "parked";
  return roundKind(round, state === "running");
}

function pauseBetween(before: Round | undefined, { startedAt }: Round): string | null {
  if (before === undefined || before.endedAt === null || startedAt === null) return null;
  const ms = Date.parse(startedAt) - Date.parse(before.endedAt);
  return ms >= worthAMarkMs ? elapsedText(ms) : null;
}
