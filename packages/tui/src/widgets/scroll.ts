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

/** The first row of the window when `top` is wished for. */
export function topWithin(top: number, count: number, height: number): number {
  return Math.max(0, Math.min(top, count - height));
}

/** The ways a person moves through rows by keys; the same words on every screen. */
export type Move = "up" | "down" | "page-up" | "page-down" | "top" | "bottom";

/** How many rows on; to either end it is without end. `page`: how many a page has. */
export function rowsBy(move: Move, page: number): number {
  return steps[move](page);
}

export function isMove(action: string | null): action is Move {
  return action !== null && action in steps;
}

const steps: Readonly<Record<Move, (page: number) => number>> = {
  up: () => -1,
  down: () => 1,
  "page-up": (page) => -page,
  "page-down": (page) => page,
  top: () => Number.NEGATIVE_INFINITY,
  bottom: () => Number.POSITIVE_INFINITY,
};
