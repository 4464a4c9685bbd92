import { aligned } from "./aligned.ts";

/** What makes a screen that shows `before` show `lines`; all of it where nothing is known of what is there. */
export function changesOf(before: readonly string[], lines: readonly string[], rows: number): string {
  let text = "";
  for (let row = 0; row < rows; row += 1) {
    const line = lines[row] ?? "";
    if (before.length > 0 && (before[row] ?? "") === line) continue;
    // Cleared before it is written: after a line as wide as the screen, clearing would take its last character.
    text += `\x1b[${row + 1};1H\x1b[K${aligned(line)}\x1b[0m`;
  }
  return text;
}
