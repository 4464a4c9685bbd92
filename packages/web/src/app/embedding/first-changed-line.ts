/** The first line of the file that a unified diff adds or removes, as it is after the change; null if it does not say. */
export function firstChangedLine(diff: string | null): number | null {
  let line: number | null = null;
  for (const text of (diff ?? "").split("\n", 200)) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text);
    if (hunk !== null) line = Math.max(1, Number(hunk[1]));
    else if (line !== null && /^[+-]/.test(text)) return line;
    else if (line !== null) line += 1;
  }
  return line;
}
