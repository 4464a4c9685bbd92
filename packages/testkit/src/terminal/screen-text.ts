import type xterm from "@xterm/headless";

/** The lines of the screen, without trailing spaces. */
export function linesOf({ buffer: { active }, rows, cols }: xterm.Terminal): string[] {
  return Array.from(
    { length: rows },
    (_, row) => active.getLine(active.baseY + row)?.translateToString(true, 0, cols) ?? "",
  );
}

/** The same with spaces in place of what is dim. */
export function brightLines({ buffer: { active }, rows, cols }: xterm.Terminal): string[] {
  return Array.from({ length: rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    const cells = Array.from({ length: cols }, (_, column) => line?.getCell(column));
    const text = cells.map((cell) => (cell === undefined || cell.isDim() ? " " : cell.getChars() || " "));
    return text
      .filter((_, column) => cells[column]?.getWidth() !== 0)
      .join("")
      .trimEnd();
  });
}
