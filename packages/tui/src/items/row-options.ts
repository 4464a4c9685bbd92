import type { Theme } from "../kernel/theme.ts";

export interface RowOptions {
  readonly columns: number;
  readonly isFolded: boolean;
  readonly theme: Theme;
  /** Every match in a row is marked, ignoring case. */
  readonly search?: string | null | undefined;
  /** For work without a recorded outcome. */
  readonly openWords?: string | undefined;
  /** Number of lines dropped from the text, and the character offset where they were. */
  readonly leftOut?: { readonly lines: number; readonly at: number } | null | undefined;
  /** Command that shows what is too long for any screen, such as `reprise show ID --turns 3`. */
  readonly allHint?: string | undefined;
}

/** Longer items are cut, with a row that says so, so a large item is never wrapped in full. */
export const rowLimit = 5_000;
