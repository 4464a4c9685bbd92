import type { Size } from "../../kernel/screen.ts";
import type { State } from "./state.ts";

type Searched = Pick<State, "search">;

/** Title and search above; details, note and hints below. */
export function listHeight(state: Searched, size: Size): number {
  return Math.max(1, size.rows - headHeight(state) - detailHeight(size) - footHeight(size));
}

function headHeight({ search }: Searched): number {
  return search === null ? 1 : 2;
}

export function detailHeight({ rows }: Size): number {
  return rows >= 18 ? 4 : rows >= 12 ? 2 : 0;
}

export function footHeight({ rows }: Size): number {
  return rows >= 7 ? 2 : 1;
}
