import type { Theme } from "../kernel/theme.ts";

export interface RowOptions {
  readonly columns: number;
  readonly isFolded: boolean;
  readonly theme: Theme;
  /** Marked wherever it stands in a row, whatever its case. */
  readonly search?: string | null | undefined;
  /** Of work without a recorded outcome; what a live screen calls `running`. */
  readonly openWords?: string | undefined;
  /** Lines that are not in the text any more, and after how many of its characters they were. */
  readonly leftOut?: { readonly lines: number; readonly at: number } | null | undefined;
  /** How to see what is too long for any screen, such as `reprise show ID --turns 3`. */
  readonly allHint?: string | undefined;
}

/** What is longer is cut, with a row that says so: no item is ever wrapped whole because it is large. */
export const rowLimit = 5_000;
