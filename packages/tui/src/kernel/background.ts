/** Which colour the background has. */
export const backgroundQuestion = "\x1b]11;?\x07";
const answerStart = "\x1b]11;";

/** Whether it is nearer to white than to black, by a terminal's answer; null when the report is about something else. */
export function isLightIn(report: string): boolean | null {
  if (!report.startsWith(answerStart)) return null;
  const told = /^rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(report.slice(answerStart.length));
  if (!told) return null;
  const [red, green, blue] = [told[1], told[2], told[3]].map(partOf) as [number, number, number];
  return 0.3 * red + 0.59 * green + 0.11 * blue > 0.5;
}

/** Of one, however many digits it is told with. */
function partOf(digits = ""): number {
  return Number.parseInt(digits, 16) / (16 ** digits.length - 1);
}

/** On white, green, yellow and cyan can hardly be read in most palettes: blue and magenta can. */
const instead = [
  ["\x1b[32m", "\x1b[34m"],
  ["\x1b[33m", "\x1b[35m"],
  ["\x1b[36m", "\x1b[34m"],
] as const;

export function onLight(line: string): string {
  return instead.reduce((text, [pale, dark]) => text.replaceAll(pale, dark), line);
}
