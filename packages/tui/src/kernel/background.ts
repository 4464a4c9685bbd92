/** Queries the background colour. */
export const backgroundQuestion = "\x1b]11;?\x07";
const answerStart = "\x1b]11;";

/** Whether the reported background is light; null if the report is about something else. */
export function isLightIn(report: string): boolean | null {
  if (!report.startsWith(answerStart)) return null;
  const told = /^rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(report.slice(answerStart.length));
  if (!told) return null;
  const [red, green, blue] = [told[1], told[2], told[3]].map(partOf) as [number, number, number];
  return 0.3 * red + 0.59 * green + 0.11 * blue > 0.5;
}

/** Scales to 0–1, whatever the number of digits. */
function partOf(digits = ""): number {
  return Number.parseInt(digits, 16) / (16 ** digits.length - 1);
}

/** Green, yellow and cyan are hardly readable on white in most palettes; blue and magenta are. */
const instead = [
  ["\x1b[32m", "\x1b[34m"],
  ["\x1b[33m", "\x1b[35m"],
  ["\x1b[36m", "\x1b[34m"],
] as const;

export function onLight(line: string): string {
  return instead.reduce((text, [pale, dark]) => text.replaceAll(pale, dark), line);
}
