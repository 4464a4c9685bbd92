/** A window of `height` rows over `count` of them, with one chosen. */
export interface Scroll {
  readonly top: number;
  readonly chosen: number;
}

export const atTop: Scroll = { top: 0, chosen: 0 };

/** The chosen row stays in view, and the window stays within the rows. */
export function keepInView({ top, chosen }: Scroll, count: number, height: number): Scroll {
  const row = Math.max(0, Math.min(chosen, count - 1));
  const lowest = Math.max(0, count - height);
  const first = Math.min(Math.max(0, Math.min(top, lowest)), row);
  return { chosen: row, top: row >= first + height ? row - height + 1 : first };
}

export function move(scroll: Scroll, by: number, count: number, height: number): Scroll {
  return keepInView({ ...scroll, chosen: scroll.chosen + by }, count, height);
}
