/** Recovers the input of `exactText` from its output, by an independent implementation of the codes. */
export function decodeExact(shown: string): string {
  return shown.replace(/(\\+)x([01][0-9a-f]|7f)|⟨U\+([0-9A-F]{4,6})⟩/g, (_, run = "", hex, point) => {
    if (point !== undefined) return String.fromCodePoint(Number.parseInt(point, 16));
    const half = "\\".repeat(Math.floor(run.length / 2));
    return run.length % 2 === 1 ? half + String.fromCharCode(Number.parseInt(hex, 16)) : `${half}x${hex}`;
  });
}
