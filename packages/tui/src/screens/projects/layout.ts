import type { Size } from "../../kernel/screen.ts";

/** Title and filter above; details, note and hints below. */
export function listHeight(size: Size): number {
  return Math.max(1, size.rows - 2 - detailHeight(size) - footHeight(size));
}

export function detailHeight({ rows }: Size): number {
  return rows >= 18 ? 4 : rows >= 12 ? 2 : 0;
}

export function footHeight({ rows }: Size): number {
  return rows >= 7 ? 2 : 1;
}
