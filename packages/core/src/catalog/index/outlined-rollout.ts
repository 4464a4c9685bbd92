import type { Timestamp } from "@reprise/model";
import type { Position, RolloutRef } from "../../agents/reading/source.ts";
import type { Chain } from "../../transcript/chain.ts";
import type { Outline, OutlineState } from "../../transcript/outline.ts";
import type { TrackState } from "../../transcript/turn-tracker.ts";
import type { Fingerprint } from "./fingerprint.ts";

export interface OutlinedRollout {
  readonly rollout: RolloutRef;
  readonly outline: Outline;
  readonly chain: Chain;
  readonly resume: ResumePoint;
  /** Read from the start: earlier rows no longer count. */
  readonly isAnew: boolean;
  /** No byte was readable; it may be next time without looking different. */
  readonly isUnreadable: boolean;
}

export type OutlineFacts = Omit<Outline, "lastTurn" | "turnStarts" | "late">;

/** Where to continue when the file has grown. */
export interface ResumePoint {
  readonly position: Position;
  readonly track: TrackState;
  /** Null: the file must be read again from the start. */
  readonly fingerprint: Fingerprint | null;
  /** State before a torn last line; null if there was none. */
  readonly beforeTail: {
    readonly facts: OutlineFacts;
    readonly turnStartCount: number;
    readonly lateCount: number;
  } | null;
}

export function factsOf(outline: Outline): OutlineFacts {
  const { lastTurn: _last, turnStarts: _starts, late: _late, ...facts } = outline;
  return facts;
}

export function outlineStateOf(
  facts: OutlineFacts,
  places: Pick<Outline, "turnStarts" | "late">,
  resume: ResumePoint,
): OutlineState {
  const { track, position, beforeTail } = resume;
  const turnStarts = beforeTail ? places.turnStarts.slice(0, beforeTail.turnStartCount) : places.turnStarts;
  const late = beforeTail ? places.late.slice(0, beforeTail.lateCount) : places.late;
  return { outline: { ...(beforeTail?.facts ?? facts), lastTurn: null, turnStarts, late }, track, position };
}

/** The latest time recorded in it. */
export function lastTimeOf({ about, lastTurn }: Outline): Timestamp | null {
  const times = [about.updatedAt, lastTurn?.startedAt, lastTurn?.lastAt, lastTurn?.ended?.at];
  const latest = times.reduce<Timestamp | null>((last, time) => (time && (!last || time > last) ? time : last), null);
  return latest ?? about.createdAt ?? null;
}
