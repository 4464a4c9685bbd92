import { resetCodes } from "@reprise/tui";

/** Modes that differ from how a terminal begins, by everything that was written to it. */
export function modesLeftOn(raw: string): string[] {
  const beginsOn = new Set(["7", "25"]);
  const last = new Map<string, boolean>();
  for (const [, mode = "", state] of raw.matchAll(/\[\?(\d+)([hl])/g)) last.set(mode, state === "h");
  const times = (code: string) => sinceReset(raw).split(code).length - 1;
  const kitty = times("\x1b[>5u") - times("\x1b[<u");
  const isXtermOn = raw.lastIndexOf("\x1b[>4;1m") > raw.lastIndexOf("\x1b[>4m");
  return [
    ...[...last].filter(([mode, isOn]) => isOn !== beginsOn.has(mode)).map(([mode]) => mode),
    ...(kitty === 0 ? [] : [`kitty's keyboard ${kitty}`]),
    ...(isXtermOn ? ["xterm's keyboard"] : []),
  ];
}

/** A start after a kill turns Kitty's keyboard off, whether or not it was on: counted from there. */
function sinceReset(raw: string): string {
  const reset = resetCodes.replaceAll("\n", "\r\n"); // as the terminal gets it
  const at = raw.lastIndexOf(reset);
  return at === -1 ? raw : raw.slice(at + reset.length);
}
