import xterm, { type ITerminalAddon } from "@xterm/headless";
import { fromTools } from "./from-tools.ts";

export interface Cell {
  /** What stands in it; empty for the second half of a wide character. */
  readonly text: string;
  readonly width: number;
  /** A place in the terminal's palette; null for the colour that everything has. */
  readonly ink: number | null;
  readonly ground: number | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isInverse: boolean;
  readonly isUnderlined: boolean;
}

export interface Screen {
  readonly columns: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** The screen after everything that was written to a terminal of that size. */
export async function readCells(written: string, columns: number, rows: number): Promise<Screen> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const { Unicode11Addon } = fromTools<{ Unicode11Addon: new () => ITerminalAddon }>("@xterm/addon-unicode11");
  terminal.loadAddon(new Unicode11Addon());
  // Emoji are as wide as in a terminal of today.
  terminal.unicode.activeVersion = "11";
  await new Promise<void>((resolve) => terminal.write(written, resolve));
  const { active } = terminal.buffer;
  const rowsOfCells = Array.from({ length: rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    return Array.from({ length: columns }, (_, column): Cell => {
      const cell = line?.getCell(column);
      return {
        text: cell?.getWidth() === 0 ? "" : cell?.getChars() || " ",
        width: cell?.getWidth() ?? 1,
        ink: cell?.isFgPalette() ? cell.getFgColor() : null,
        ground: cell?.isBgPalette() ? cell.getBgColor() : null,
        isBold: cell?.isBold() !== 0,
        isDim: cell?.isDim() !== 0,
        isInverse: cell?.isInverse() !== 0,
        isUnderlined: cell?.isUnderline() !== 0,
      };
    });
  });
  terminal.dispose();
  return { columns, rows: rowsOfCells };
}

export function textOf({ rows }: Screen): string {
  const lines = rows.map((row) =>
    row
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );
  return `${lines.join("\n").trimEnd()}\n`;
}

/** Names of one run only: each is put where the other stands, which is as long. */
export function withNames(screen: Screen, names: ReadonlyMap<string, string>): Screen {
  return { ...screen, rows: screen.rows.map((row) => [...names].reduce(renamed, row)) };
}

function renamed(row: readonly Cell[], [from, to]: readonly [string, string]): readonly Cell[] {
  const cells = [...row];
  for (let at = 0; at + from.length <= cells.length; at += 1) {
    const piece = cells.slice(at, at + from.length);
    if (piece.map(({ text }) => text).join("") !== from) continue;
    for (const [offset, cell] of piece.entries()) cells[at + offset] = { ...cell, text: to[offset] ?? " " };
  }
  return cells;
}
