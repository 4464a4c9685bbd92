import type { Timestamp } from "@reprise/model";
import type { Position, RolloutRef } from "../../agents/reading/source.ts";
import type { Chain } from "../../transcript/chain.ts";
import type { Outline, OutlineState } from "../../transcript/outline.ts";
import type { TrackState } from "../../transcript/turn-tracker.ts";
import type { Fingerprint } from "./fingerprint.ts";

/** A rollout that was read, and how to go on with it. */
export interface OutlinedRollout {
  readonly rollout: RolloutRef;
  readonly outline: Outline;
  readonly chain: Chain;
  readonly resume: ResumePoint;
  /** Read from its beginning, so that nothing that was known of it counts any more. */
  readonly isAnew: boolean;
  /** Not a byte of it could be read; it may be readable next time although it looks the same. */
  readonly isUnreadable: boolean;
}

/** Counts and facts of an outline, without the places of its turns. */
export type OutlineFacts = Omit<Outline, "lastTurn" | "turnStarts" | "late">;

/** Where to go on when the file has grown. */
export interface ResumePoint {
  readonly position: Position;
  readonly track: TrackState;
  /** Null: the file cannot be gone on with, but must be read anew. */
  readonly fingerprint: Fingerprint | null;
  /** What was known before an unfinished last line was read; null when there was none. */
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

/** What an outliner goes on from. */
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

/** When anything last happened in it, as far as it says so. */
export function lastTimeOf({ about, lastTurn }: Outline): Timestamp | null {
  const times = [about.updatedAt, lastTurn?.startedAt, lastTurn?.lastAt, lastTurn?.ended?.at];
  const latest = times.reduce<Timestamp | null>(
    (last, time) => (time && (!last || time > last) ? time : last),
    null,
  );
  return latest ?? about.createdAt ?? null;
}
