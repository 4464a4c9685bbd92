/** A window of `height` rows over `count` rows, one of them selected. */
export interface Scroll {
  readonly top: number;
  readonly chosen: number;
}

export const atTop: Scroll = { top: 0, chosen: 0 };

/** Keeps the selected row visible and the window within the rows. */
export function keepInView({ top, chosen }: Scroll, count: number, height: number): Scroll {
  const row = Math.max(0, Math.min(chosen, count - 1));
  const lowest = Math.max(0, count - height);
  const first = Math.min(Math.max(0, Math.min(top, lowest)), row);
  return { chosen: row, top: row >= first + height ? row - height + 1 : first };
}

/** Clamps `top` to the rows. */
export function topWithin(top: number, count: number, height: number): number {
  return Math.max(0, Math.min(top, count - height));
}

/** Movement keys, named alike on every screen. */
export type Move = "up" | "down" | "half-page-up" | "half-page-down" | "page-up" | "page-down" | "top" | "bottom";

/** How many rows to move; infinite for either end. `page`: rows of a page. */
export function rowsBy(move: Move, page: number): number {
  return steps[move](page);
}

export function isMove(action: string | null): action is Move {
  return action !== null && action in steps;
}

function half(page: number): number {
  return Math.max(1, Math.floor(page / 2));
}

const steps: Readonly<Record<Move, (page: number) => number>> = {
  up: () => -1,
  down: () => 1,
  "half-page-up": (page) => -half(page),
  "half-page-down": half,
  "page-up": (page) => -page,
  "page-down": (page) => page,
  top: () => Number.NEGATIVE_INFINITY,
  bottom: () => Number.POSITIVE_INFINITY,
};
