/** Modes that differ from how a terminal begins, by everything that was written to it. */
export function modesLeftOn(raw: string): string[] {
  const beginsOn = new Set(["7", "25"]);
  const last = new Map<string, boolean>();
  for (const [, mode = "", state] of raw.matchAll(/\[\?(\d+)([hl])/g)) last.set(mode, state === "h");
  const times = (code: string) => raw.split(code).length - 1;
  const kitty = times("\x1b[>5u") - times("\x1b[<u");
  const isXtermOn = raw.lastIndexOf("\x1b[>4;1m") > raw.lastIndexOf("\x1b[>4m");
  return [
    ...[...last].filter(([mode, isOn]) => isOn !== beginsOn.has(mode)).map(([mode]) => mode),
    ...(kitty === 0 ? [] : [`kitty's keyboard ${kitty}`]),
    ...(isXtermOn ? ["xterm's keyboard"] : []),
  ];
}
