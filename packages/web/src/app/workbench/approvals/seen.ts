/** How much of a request was on the screen, from its start on without a gap. */
export interface Seen {
  readonly to: number;
  /** Another height means another layout. */
  readonly total: number;
  readonly isWhole: boolean;
}

export const notSeen: Seen = { to: 0, total: 0, isWhole: false };

/** What is visible of a content of some height, in pixels. */
export interface Glimpse {
  readonly top: number;
  readonly height: number;
  readonly total: number;
}

/** Jumping to the end skips a part: that does not count as seen. */
export function seenAfter(before: Seen, { top, height, total }: Glimpse): Seen {
  if (before.isWhole) return before;
  if (height <= 0 || total <= 0) return before;
  const known = before.total === total ? before.to : 0;
  const to = top <= known + 1 ? Math.max(known, top + height) : known;
  return to === before.to && total === before.total ? before : { to, total, isWhole: to >= total - 1 };
}
