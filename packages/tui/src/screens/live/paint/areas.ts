import type { Size } from "../../../kernel/screen.ts";
import { bareTheme } from "../../../kernel/theme.ts";
import type { LiveState } from "../state.ts";
import { bottom } from "./bottom.ts";

export const headerRows = 1;

/** Rows left for the conversation. */
export function transcriptHeight(state: LiveState, size: Size): number {
  return Math.max(0, size.rows - headerRows - bottom(state, size, bareTheme).lines.length);
}
