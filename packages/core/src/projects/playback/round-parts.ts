import type { Round, SessionSummary, Window } from "@reprise/model";
import type { LoggedRound } from "../log/log-record.ts";

/** A round in a playback: a turn that announces it, the turns of its session, a turn that says how it ended. */
export interface RoundPart {
  readonly round: Round;
  readonly logged: LoggedRound;
  readonly session: SessionSummary | null;
  /** Number of its first turn. */
  readonly first: number;
  readonly turnCount: number;
  /** False for a round that still runs. */
  readonly hasEnd: boolean;
}

interface Given {
  readonly rounds: readonly Round[];
  readonly logged: readonly LoggedRound[];
  readonly sessions: readonly (SessionSummary | null)[];
  readonly isRunning: boolean;
}

/** Numbered without gaps, from 1. */
export function partsOf({ rounds, logged, sessions, isRunning }: Given): RoundPart[] {
  const parts: RoundPart[] = [];
  let first = 1;
  for (const [index, round] of rounds.entries()) {
    const one = logged[index];
    if (!one) break;
    const session = sessions[index] ?? null;
    const turnCount = session?.turnCount ?? 0;
    const hasEnd = round.outcome !== null || !isRunning || index < rounds.length - 1;
    parts.push({ round, logged: one, session, first, turnCount, hasEnd });
    first += turnCount + (hasEnd ? 2 : 1);
  }
  return parts;
}

export function lastTurn({ first, turnCount, hasEnd }: RoundPart): number {
  return first + turnCount + (hasEnd ? 1 : 0);
}

/** The turns of a window, from 1; null if it has none. */
export function spanOf(parts: readonly RoundPart[], window: Window | undefined) {
  const last = parts.at(-1);
  const total = last ? lastTurn(last) : 0;
  const [from, to] = !window
    ? [1, total]
    : "last" in window
      ? [Math.max(1, total - window.last + 1), total]
      : [Math.max(1, window.from), Math.min(total, window.to)];
  return from > to ? null : { from, to };
}
