import type { ScreenProgram } from "@reprise/testkit";

/** Of the first line with the text, once it is there; both count from 1, as terminals count. */
export async function cellOf(pty: ScreenProgram, text: string | RegExp): Promise<string> {
  await pty.shows(text);
  const found = pty.screen().map((line) => (typeof text === "string" ? line.indexOf(text) : line.search(text)));
  const row = found.findIndex((column) => column !== -1);
  return `${(found[row] ?? 0) + 1};${row + 1}`;
}

/** Presses and releases the left button on the first cell of the text. */
export async function click(pty: ScreenProgram, text: string | RegExp): Promise<void> {
  pty.type(clickAt(await cellOf(pty, text)));
}

/** The same with the mouse not moved: for text that is about to come to a cell. */
export function clickAt(cell: string): string {
  return `\x1b[<0;${cell}M\x1b[<0;${cell}m`;
}

/** One notch of the wheel with the pointer on the text. */
export async function wheel(pty: ScreenProgram, text: string | RegExp, to: "up" | "down"): Promise<void> {
  pty.type(`\x1b[<${to === "up" ? 64 : 65};${await cellOf(pty, text)}M`);
}
